internal import KilnTimeline

/// Content of a descriptor: pages, frames and their times. Independent of the format of the descriptor.
struct AtlasLayout {
  /// A file of pixels.
  struct Page {
    var name: String
    var width: Int
    var height: Int
  }

  /// A frame of an animation.
  struct Frame {
    var name: String
    /// Position of its pixels on a page.
    var region: AtlasPages.Region
    /// Mirroring of the region.
    var flip: CellFlip
    /// Column of the canvas at which the region's first column is shown.
    var x: Int
    /// Row of the canvas at which the region's first row is shown.
    var y: Int
    /// Milliseconds for which it is shown.
    var duration: Int
  }

  /// An animation.
  struct Animation {
    var name: String
    /// Size of its canvas in pixels.
    var width: Int
    var height: Int
    /// Frames per second.
    var frameRate: Double
    var frames: [Frame]
    /// Named ranges, counted from its first frame.
    var markers: [Marker]
  }

  /// Name of descriptors, without an extension.
  var name: String
  var pages: [Page]
  var animations: [Animation]
  /// Size of the frames relative to the source's, by which readers divide to show them at the source's size.
  var scale: Double
  /// Whether the colours of the pages are multiplied by alpha.
  var isPremultiplied: Bool

  /// The frames of all animations in order.
  var frames: [Frame] { animations.flatMap(\.frames) }

  /// A number with at most six decimals, and none if it is whole.
  static func text(of number: Double) -> String {
    let rounded = (number * 1e6).rounded() / 1e6
    return Int(exactly: rounded).map(String.init) ?? String(rounded)
  }

  /// The scale as TexturePacker writes it.
  var scaleText: String { Self.text(of: scale) }
}

extension AtlasLayout.Frame {
  /// Whether it shows less than the canvas of its animation.
  func isTrimmed(of animation: AtlasLayout.Animation) -> Bool {
    region.width != animation.width || region.height != animation.height
  }
}

extension Marker {
  /// The first and last whole frame inside an animation; nil if it lies outside.
  func frames(of count: Int) -> ClosedRange<Int>? {
    guard count > 0, firstFrame.isFinite, frameCount.isFinite, firstFrame < Double(count),
      firstFrame + max(0, frameCount) >= 0
    else { return nil }
    let first = Int(max(0, firstFrame).rounded(.down))
    // A marker without length is its frame.
    let last = Int(min(Double(count) - 1, max(Double(first), (firstFrame + frameCount).rounded(.up) - 1)))
    return first <= last ? first...last : nil
  }
}
