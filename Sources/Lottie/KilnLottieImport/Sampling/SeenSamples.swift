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
  ///
  /// One before and one after those in which it is seen are added, so that the time between is covered, too.
  func samples(of position: Int) -> [Int] {
    var isSeen = Array(repeating: false, count: times.count)
    for layer in moved[position] {
      let (first, end) = (layers[layer].inPoint ?? -.infinity, layers[layer].outPoint ?? .infinity)
      for index in times.indices {
        guard let time = times[index], time >= first, time < end else { continue }
        isSeen[index] = true
        if index > 0, time > first { isSeen[index - 1] = true }
        if index + 1 < times.count { isSeen[index + 1] = true }
      }
    }
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

  /// Whether a layer is seen in a sample, itself and not by what it moves.
  func isShown(_ position: Int, in sample: Int) -> Bool {
    guard layers[position].isSeen, let time = times[sample] else { return false }
    return time >= layers[position].inPoint ?? -.infinity && time < layers[position].outPoint ?? .infinity
  }
}

extension LottieLayer {
  /// Whether the layer is drawn at some time, itself or as a matte.
  var isSeen: Bool { content.isDrawn && (!isHidden || isMatteSource) && missingTimes.isEmpty }
}
