internal import KilnGeometry
internal import KilnPixels
internal import KilnTimeline

/// Parts of a bitmap that are hidden in all frames that were added, because other sprites cover them or they are
/// outside of the canvas.
///
/// The inside of a large, flat bitmap is easily reduced. Where just that is hidden, more is lost of what is left. Of what is
/// hidden a little counts still (`VisibleAreas.leastShare`).
struct HiddenParts: Sendable {
  /// Cells along each side.
  private static let side = 32
  /// Mean part of a cell that is open, below which it counts as hidden.
  private static let leastOpen: Float = 0.1

  /// Openness of each cell, in rows: the sum over all states.
  private var open = [Float](repeating: 0, count: side * side)
  private var states: Float = 0

  /// Adds what is open in a state of a sprite that shows the bitmap.
  ///
  /// - Parameter openness: Openness of a point on the canvas: 0 (hidden by other sprites, or off the canvas) to 1.
  mutating func add(_ state: FrameState, _ width: Int, _ height: Int, openness: (Point) -> Float) {
    let size = (Double(width) / Double(Self.side), Double(height) / Double(Self.side))
    for row in 0..<Self.side {
      for column in 0..<Self.side {
        let center = Point((Double(column) + 0.5) * size.0, (Double(row) + 0.5) * size.1)
        open[row * Self.side + column] += openness(state.transform.apply(center))
      }
    }
    states += 1
  }

  /// A picture of the bitmap, of any size, with hidden parts transparent; nil if all of it is hidden, or nothing.
  func removed(from picture: Pixmap) -> Pixmap? {
    let isHidden = open.map { $0 < Self.leastOpen * states }
    guard isHidden.contains(true), isHidden.contains(false) else { return nil }
    var result = picture
    for y in 0..<picture.height {
      let row = y * Self.side / picture.height * Self.side
      for x in 0..<picture.width where isHidden[row + x * Self.side / picture.width] { result[x, y] = 0 }
    }
    return result
  }
}
