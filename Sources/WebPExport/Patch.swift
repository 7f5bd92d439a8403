internal import Pixels

/// How a rectangle of the canvas becomes what a frame shows: one frame of the file.
struct Patch: Sendable {
  /// Where it lies; its left and top are even, because the container stores halves of them.
  var rect: PixelRect
  /// The pixels that the rectangle is to hold.
  var pixels: Pixmap
  /// Whether the pixels go over what is there, unchanged ones being transparent; otherwise they replace it.
  var isBlended = false
  /// Whether the rectangle of the patch before becomes transparent first.
  var isAfterDisposal = false

  /// About how many bytes it codes to, in no unit: pixels that resemble neither their left nor their upper neighbour.
  var estimate: Int { pixels.novelty }
}

extension Pixmap {
  /// Pixels that equal neither the one to the left nor the one above.
  fileprivate var novelty: Int {
    guard width > 0 else { return 0 }
    let (all, width) = (pixels.span, width)
    var count = 0
    for y in 1..<max(1, height) {
      let above = all.extracting((y - 1) * width..<y * width)
      let row = all.extracting(y * width..<(y + 1) * width)
      for x in 1..<max(1, width) { count &+= row[x] != row[x - 1] && row[x] != above[x] ? 1 : 0 }
    }
    return count
  }
}
