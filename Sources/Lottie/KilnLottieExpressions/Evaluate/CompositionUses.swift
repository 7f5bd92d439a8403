/// A use of a composition by a layer.
struct CompositionUse: Hashable {
  /// The use of the layer's composition; 0 for the root composition.
  var outer: Int
  /// `LottieLayer.node`.
  var layer: Int
}

/// The uses of a document's compositions, by numbers that begin with 1: 0 is the document.
struct CompositionUses {
  private var numbers: [CompositionUse: Int] = [:]
  /// For each use, frames of the root composition by its own frames.
  private var rootFrames: [Int: [Double: Double]] = [:]

  /// The number of a use, and whether it is a new one.
  mutating func number(of use: CompositionUse) -> (number: Int, isNew: Bool) {
    if let known = numbers[use] { return (known, false) }
    numbers[use] = numbers.count + 1
    return (numbers.count, true)
  }

  /// Notes which frames of its own a use shows.
  ///
  /// - Parameter frames: Frames of the composition around, and the same ones in the use; nil where that shows nothing.
  mutating func add(_ frames: [(outer: Double?, inner: Double?)], of use: Int, inside outer: Int) {
    for frame in frames {
      guard let own = frame.inner, let around = frame.outer, let root = rootFrame(around, of: outer) else { continue }
      if rootFrames[use]?[own] == nil { rootFrames[use, default: [:]][own] = root }
    }
  }

  /// The frame of the root composition in which a use shows one of its own; nil if it does not.
  func rootFrame(_ frame: Double, of use: Int) -> Double? { use == 0 ? frame : rootFrames[use]?[frame] }
}
