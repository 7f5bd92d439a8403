internal import KilnPixels
internal import KilnVideo

/// Areas of a VAP video with slots: colours, alpha, and a cell for the mask of each slot.
struct SlotAreas: Sendable {
  let areas: VideoAreas
  /// One for each slot.
  let cells: [PixelRect]
  /// Size of masks relative to what is shown.
  let maskScale: Double

  /// Columns or rows between areas.
  private static let gap = 4
  private static let block = 16

  /// The areas with the largest alpha and masks that fit into `VideoAreas.safeSide`; the smallest if none do.
  init(width: Int, height: Int, slots: [SlotMotion]) {
    var best: SlotAreas?
    for alphaScale in [1, 0.75, 0.5] {
      for maskScale in [1, 0.5] {
        for isBeside in [true, false] {
          let next = SlotAreas(width, height, slots, alphaScale: alphaScale, maskScale: maskScale, isBeside: isBeside)
          if next.areas.longestSide <= VideoAreas.safeSide {
            self = next
            return
          }
          if best.map({ next.areas.longestSide < $0.areas.longestSide }) ?? true { best = next }
        }
      }
    }
    self = best ?? SlotAreas(width, height, slots, alphaScale: 0.5, maskScale: 0.5, isBeside: true)
  }

  private init(
    _ width: Int, _ height: Int, _ slots: [SlotMotion], alphaScale: Double, maskScale: Double, isBeside: Bool
  ) {
    func even(_ value: Int) -> Int { value + value % 2 }
    let (columns, rows) = (Int(Double(width) * alphaScale), Int(Double(height) * alphaScale))
    let alpha = PixelRect(
      x: isBeside ? even(width + Self.gap) : 0, y: isBeside ? 0 : even(height + Self.gap), width: max(1, columns),
      height: max(1, rows))
    var (right, bottom) = (max(width, alpha.maxX), max(height, alpha.maxY))
    var cells: [PixelRect] = []
    // In rows: first in the room that is left behind a small alpha, then below everything.
    let isInRoom = alphaScale < 1
    var origin =
      isInRoom
      ? (isBeside ? (alpha.minX, even(alpha.maxY + Self.gap)) : (even(alpha.maxX + Self.gap), alpha.minY))
      : (0, even(bottom + Self.gap))
    var (x, y, rowHeight) = (origin.0, origin.1, 0)
    for slot in slots {
      let size = slot.largest
      let (w, h) = (max(1, Int(Double(size.width) * maskScale)), max(1, Int(Double(size.height) * maskScale)))
      if x > origin.0, x + w > right { (x, y, rowHeight) = (origin.0, even(y + rowHeight + Self.gap), 0) }
      if origin != (0, y), isInRoom, x + w > right || y + h > bottom, y < bottom {
        origin = (0, even(bottom + Self.gap))
        (x, y, rowHeight) = (origin.0, origin.1, 0)
      }
      let cell = PixelRect(x: x, y: y, width: w, height: h)
      cells.append(cell)
      (right, bottom) = (max(right, cell.maxX), max(bottom, cell.maxY))
      x = even(cell.maxX + Self.gap)
      rowHeight = max(rowHeight, h)
    }
    func rounded(_ value: Int) -> Int { (value + Self.block - 1) / Self.block * Self.block }
    areas = VideoAreas(
      videoWidth: rounded(right), videoHeight: rounded(bottom),
      color: PixelRect(x: 0, y: 0, width: width, height: height), alpha: alpha)
    (self.cells, self.maskScale) = (cells, maskScale)
  }

  /// The place of a mask in the cell of its slot.
  ///
  /// - Parameter rect: Where the picture is shown; nil for the whole cell.
  func mask(_ index: Int, _ rect: PixelRect?) -> PixelRect {
    let cell = cells[index]
    guard let rect else { return cell }
    let width = max(1, min(cell.width, Int((Double(rect.width) * maskScale).rounded())))
    let height = max(1, min(cell.height, Int((Double(rect.height) * maskScale).rounded())))
    return PixelRect(x: cell.minX, y: cell.minY, width: width, height: height)
  }
}
