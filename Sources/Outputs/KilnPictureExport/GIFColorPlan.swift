internal import KilnGIF
internal import KilnPalettes
internal import KilnExporting
internal import KilnPixels
internal import KilnRendering

/// Palettes of a GIF: one for all frames, or one for each frame as well.
struct GIFColorPlan: Sendable {
  /// Error of the common palette above which frames get palettes of their own: root mean square, 0…255.
  static let tolerance = 2.0

  /// Maximum number of colours of a frame, without transparent.
  let count: Int
  let dither: GIFDither
  /// The palette of the file.
  let palette: GIFPalette
  /// Whether frames may have palettes of their own.
  let isLocal: Bool

  init(_ histogram: ColorHistogram, colors: Int, dither: GIFDither) {
    count = max(1, min(256, colors) - 1)
    self.dither = dither
    palette = GIFPalette(histogram, count: count)
    isLocal = palette.error > Self.tolerance
  }

  /// Whether no colour changes.
  var isExact: Bool { palette.error == 0 }

  /// The palette as the file stores it.
  var table: GIFColorTable { GIFColorTable(palette) }
}

/// Draws and encodes the deltas of a GIF. Each thread needs a copy.
struct GIFDeltaEncoder: Sendable {
  private var painter: FrameDeltaPainter
  private let plan: GIFColorPlan
  private var quantizer: GIFQuantizer

  init(painter: FrameDeltaPainter, plan: GIFColorPlan) {
    self.painter = painter
    self.plan = plan
    quantizer = GIFQuantizer(plan.palette, dither: plan.dither)
  }

  /// The pixels of a delta as the file stores them.
  mutating func encode(_ delta: FrameDelta) -> GIFFrameData {
    let (after, before) = painter.pixels(of: delta)
    return stored(delta, after, before).data
  }

  /// The same, with what is shown in its rectangle, and what would be with all colours.
  mutating func encodeShowing(_ delta: FrameDelta) -> (data: GIFFrameData, shown: Pixmap, whole: Pixmap) {
    let (after, before) = painter.pixels(of: delta)
    let stored = stored(delta, after, before)
    var shown = after
    for (place, index) in stored.indices.enumerated() where index != GIFColorTable.transparent {
      shown.pixels[place] = stored.palette.colors[Int(index) - 1]
    }
    return (stored.data, shown, after)
  }

  /// A delta as the file stores it, and the index of each pixel in a palette.
  private struct Stored {
    var data: GIFFrameData
    var indices: [UInt8]
    var palette: GIFPalette
  }

  private mutating func stored(_ delta: FrameDelta, _ after: Pixmap, _ before: Pixmap) -> Stored {
    if plan.isLocal || !quantizer.isStable {
      // The plan gives no delta that erases.
      let changed = after.addition(to: before) ?? after
      if plan.isLocal, let palette = localPalette(for: changed) {
        var quantizer = GIFQuantizer(palette, dither: plan.dither)
        return encode(changed, before: nil, delta, &quantizer, isLocal: true)
      }
      return encode(changed, before: nil, delta, &quantizer, isLocal: false)
    }
    return encode(after, before: before, delta, &quantizer, isLocal: false)
  }

  /// A delta's own palette; nil if the file's is nearly as good.
  private func localPalette(for pixmap: Pixmap) -> GIFPalette? {
    var histogram = ColorHistogram()
    histogram.add(pixmap)
    let error = plan.palette.error(of: histogram)
    guard error > GIFColorPlan.tolerance else { return nil }
    let palette = GIFPalette(histogram, count: plan.count)
    return palette.error < error * 0.7 ? palette : nil
  }

  private func encode(
    _ pixmap: Pixmap, before: Pixmap?, _ delta: FrameDelta, _ quantizer: inout GIFQuantizer, isLocal: Bool
  ) -> Stored {
    let table = GIFColorTable(quantizer.palette)
    let (x, y) = (delta.rect.minX, delta.rect.minY)
    let indices = quantizer.indices(of: pixmap, x: x, y: y)
    var shown: [UInt8]?
    if let before { shown = quantizer.indices(of: before, x: x, y: y) }
    let data = GIFFrameEncoder.encode(
      indices, before: shown, width: pixmap.width, height: pixmap.height, table: table, isLocal: isLocal)
    return Stored(data: data, indices: indices, palette: quantizer.palette)
  }
}
