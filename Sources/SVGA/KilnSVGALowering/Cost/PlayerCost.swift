package import KilnDiagnostics
internal import KilnSVGAFormat
package import KilnTimeline

/// About how long a player of SVGA takes to draw the frames of a movie.
///
/// Milliseconds of SVGAPlayer-Web in Chromium without a graphics card, on one core of a server of 2023; other machines
/// and players are faster or slower by a factor. `scripts/bench/svga-player-cost` measures.
package struct PlayerCost: Encodable, Sendable {
  /// Cost of a layer.
  package struct Layer: Encodable, Sendable {
    /// Its key path.
    package var layer: String
    /// Milliseconds a frame, on average.
    package var milliseconds: Double
  }

  /// Milliseconds a frame, on average.
  package var milliseconds: Double
  /// Milliseconds of each frame.
  package var frames: [Double]
  /// Work for a frame, on average.
  package var work: PlayerWork
  /// The layers of which anything is drawn, those that take most first.
  package var layers: [Layer]

  /// Looks at all frames of a movie.
  package init(_ movie: Timeline) {
    let counter = PlayerWorkCounter(movie)
    var frames = [Double](repeating: SVGACosts.Playing.emptyFrame, count: movie.frameCount)
    var all = PlayerWork()
    var layers: [(name: String, milliseconds: Double)] = []
    var indices: [String: Int] = [:]
    movie.forEachSprite { sprite in
      var own = 0.0
      for frame in frames.indices {
        let work = counter.work(for: sprite, frame: frame)
        all.add(work)
        frames[frame] += work.milliseconds
        own += work.milliseconds
      }
      let name = KeyPathPattern.text(sprite.layers)
      if let index = indices[name] {
        layers[index].milliseconds += own
      } else {
        indices[name] = layers.count
        layers.append((name, own))
      }
    }
    let count = Double(max(1, frames.count))
    work = PlayerWork()
    work.add(all, times: 1 / count)
    milliseconds = frames.reduce(0, +) / count
    self.frames = frames
    self.layers = layers.enumerated().filter { $0.element.milliseconds > 0 }
      .sorted { ($1.element.milliseconds, $0.offset) < ($0.element.milliseconds, $1.offset) }
      .map { Layer(layer: $0.element.name, milliseconds: $0.element.milliseconds / count) }
  }

  /// Layers that take most, with their parts, for messages.
  package var largest: String {
    layers.prefix(3).map { "“\(KeyPathPattern.names($0.layer))” (\(Int((share(of: $0) * 100).rounded())) %)" }.joined(
      separator: ", ")
  }

  /// A layer's part of what all layers take.
  package func share(of layer: Layer) -> Double {
    let total = layers.reduce(0) { $0 + $1.milliseconds }
    return total > 0 ? layer.milliseconds / total : 0
  }
}

extension Rule {
  /// A movie takes longer to draw than was asked for.
  package static let playerCostExceeded = Rule(
    "svga.cost.exceeded", .error, .rejected, fault: .policy,
    "Players would take longer to draw a frame than was allowed.",
    why:
      "Where a frame takes longer than it is shown, the animation stutters, and so does what an app draws beside it.",
    remedy:
      "In After Effects, simplify the layers of the keys that the message names: fewer points, no moving gradients, "
      + "fewer bitmaps that turn. Or choose a smaller --scale, or allow more with --max-cost.")
}
