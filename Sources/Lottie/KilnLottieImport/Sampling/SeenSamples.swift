internal import KilnLottieFormat

/// The samples of a composition in which its layers are seen, or move others that are.
struct SeenSamples {
  /// Times of the samples in frames of the composition; nil where it shows nothing.
  let times: [Double?]
  private let layers: [LottieLayer]
  /// By position, the layers that a layer moves, itself included, as far as they are drawn.
  private var moved: [[Int]]

  /// Steps that all chains of parents may have together.
  private static let maximumStepCount = 1_000_000

  init(_ layers: [LottieLayer], at times: [Double?]) {
    self.layers = layers
    self.times = times
    moved = Array(repeating: [], count: layers.count)
    let chains = ParentChains(layers)
    var steps = 0
    for position in layers.indices where layers[position].isSeen {
      moved[position].append(position)
      var next = chains.parents[position]
      var visited: Set<Int> = [position]
      while let current = next, steps < Self.maximumStepCount {
        steps += 1
        let layer = current < layers.count ? current : chains.copies[current - layers.count]
        guard visited.insert(layer).inserted else { break }
        moved[layer].append(position)
        next = chains.parents[current]
      }
    }
  }

  /// The samples in which a layer is of use, in the order of their times, each time once.
  func samples(of position: Int) -> [Int] {
    let isSeen = covered(by: moved[position])
    var samples = times.indices.filter { isSeen[$0] && times[$0] != nil }
    func time(_ index: Int) -> Double { times[index] ?? 0 }
    if zip(samples, samples.dropFirst()).contains(where: { time($0) >= time($1) }) {
      samples.sort { (time($0), $0) < (time($1), $1) }
    }
    var last: Double?
    return samples.filter { index in
      defer { last = time(index) }
      return time(index) != last
    }
  }

  /// Times at which a layer is seen, itself and not by what it moves; nil for other samples.
  func shownTimes(of position: Int) -> [Double?] {
    guard layers[position].isSeen else { return Array(repeating: nil, count: times.count) }
    return zip(times, covered(by: [position])).map { $1 ? $0 : nil }
  }

  /// Whether a sample is one in which a layer is seen, or the one before or after, so that the time between is covered, too.
  private func covered(by positions: [Int]) -> [Bool] {
    var isCovered = Array(repeating: false, count: times.count)
    for layer in positions {
      let (first, end) = (layers[layer].inPoint ?? -.infinity, layers[layer].outPoint ?? .infinity)
      for index in times.indices {
        guard let time = times[index], time >= first, time < end else { continue }
        isCovered[index] = true
        if index > 0, time > first { isCovered[index - 1] = true }
        if index + 1 < times.count { isCovered[index + 1] = true }
      }
    }
    return isCovered
  }
}

extension LottieLayer {
  /// Whether the layer is drawn at some time, itself or as a matte.
  var isSeen: Bool { content.isDrawn && (!isHidden || isMatteSource) && missingTimes.isEmpty }
}
