internal import KilnDiagnostics
internal import KilnExporting
internal import KilnPixels
internal import KilnRendering
internal import KilnTimeline
internal import KilnVideo

/// Renderer of the masks of slots into frames of a video. Each thread needs a copy.
///
/// The share of a pixel that a slot's picture takes, whatever lies over it, is the difference between the animation with a
/// white picture and with a black one.
struct SlotMasks: Sendable {
  private let plan: SlotPlan
  private var painters: [(white: FramePainter, black: FramePainter)]

  /// - Parameter source: The animation without slots, by whose limits it is drawn.
  init(_ plan: SlotPlan, _ source: FrameSource) {
    self.plan = plan
    var ignored = DiagnosticLog()
    let images = DecodedImages(plan.base, limits: source.context.limits, log: &ignored)
    painters = plan.filled.map { pair in
      (
        FramePainter(renderer: TimelineRenderer(pair.white, images: images), fit: source.fit),
        FramePainter(renderer: TimelineRenderer(pair.black, images: images), fit: source.fit)
      )
    }
  }

  /// Draws the masks of a frame into its bytes.
  mutating func draw(_ frame: Int, into bytes: inout [UInt8]) {
    for index in plan.motions.indices {
      guard let rect = plan.motions[index].rects[frame] else { continue }
      let (white, black) = (painters[index].white.picture(of: frame), painters[index].black.picture(of: frame))
      draw(rect, plan.areas.mask(index, rect), white, black, &bytes)
    }
  }

  private func draw(
    _ rect: PixelRect, _ mask: PixelRect, _ white: Pixmap, _ black: Pixmap, _ bytes: inout [UInt8]
  ) {
    let stride = plan.areas.areas.videoWidth
    for y in 0..<mask.height {
      let rows = Self.span(y, of: mask.height, rect.height)
      for x in 0..<mask.width {
        let columns = Self.span(x, of: mask.width, rect.width)
        let share = Self.share(rows, columns, rect, white, black)
        let place = ((mask.minY + y) * stride + mask.minX + x) * 3
        for channel in 0..<3 { bytes[place + channel] = share }
      }
    }
  }

  /// The pixels that a sample of a mask stands for.
  private static func span(_ index: Int, of count: Int, _ length: Int) -> Range<Int> {
    let start = index * length / count
    return start..<max(start + 1, (index + 1) * length / count)
  }

  private static func share(
    _ rows: Range<Int>, _ columns: Range<Int>, _ rect: PixelRect, _ white: Pixmap, _ black: Pixmap
  ) -> UInt8 {
    var (sum, count) = (0, 0)
    for y in rows {
      for x in columns {
        count += 1
        let (column, row) = (rect.minX + x, rect.minY + y)
        guard (0..<white.width).contains(column), (0..<white.height).contains(row) else { continue }
        let (light, dark) = (white[column, row], black[column, row])
        sum += max(0, Int(light >> 8 & 255) - Int(dark >> 8 & 255))
      }
    }
    return UInt8(clamping: (sum + count / 2) / max(1, count))
  }
}
