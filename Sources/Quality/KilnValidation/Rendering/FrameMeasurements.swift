internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnPixels
internal import KilnRendering
internal import KilnTimeline

/// Measurements in small pictures of an animation's frames.
struct FrameMeasurements {
  /// Longest side of the pictures in pixels.
  static let side = 128
  /// Width of the area around the canvas that is drawn, too, in pixels of the pictures.
  static let margin = 8

  /// The largest alpha inside the canvas, 0…255, of each frame.
  private(set) var largestAlpha: [Int] = []
  /// Share of each edge along which something reaches beyond the canvas: left, top, right, bottom; of each frame.
  private(set) var crossings: [SIMD4<Double>] = []
  /// Mean difference from the frame before, 0…1; 0 for the first.
  private(set) var changes: [Double] = []
  /// Mean difference between the last and the first frame.
  private(set) var seam = 0.0
  /// Flashes in the frames.
  private(set) var flashes: FlashMeter
  /// The canvas in the pictures.
  private let inside: PixelRect
  /// Content of each row of the last picture that was measured.
  private var rows: [Row]
  /// Rectangle of all that is drawn inside the canvas in any frame, in pixels of the pictures; empty if nothing is.
  private var used = PixelRect(x: 0, y: 0, width: 0, height: 0)

  /// Content of a row inside the canvas.
  private struct Row {
    /// The largest alpha, 0…255.
    var largestAlpha: UInt32 = 0
  }

  /// Share of the canvas that the content of all frames takes, with a margin of a pixel; nil if there is none.
  var usedArea: Double? {
    used.isEmpty ? nil : Double(used.width * used.height) / Double(inside.width * inside.height)
  }

  /// Draws all frames of a timeline.
  init(_ timeline: Timeline, limits: Limits) {
    let longest = max(timeline.canvas.width, timeline.canvas.height)
    let scale = min(1, Double(Self.side) / longest)
    let width = Int(clamping: (timeline.canvas.width * scale).rounded(.up), to: 1...Self.side)
    let height = Int(clamping: (timeline.canvas.height * scale).rounded(.up), to: 1...Self.side)
    inside = PixelRect(x: Self.margin, y: Self.margin, width: width, height: height)
    rows = Array(repeating: Row(), count: height)
    flashes = FlashMeter(
      inside: inside, frameRate: timeline.frameRate, scale: scale / FlashMeter.shownScale(of: timeline.canvas))
    var log = DiagnosticLog()
    var renderer = TimelineRenderer(
      timeline, images: DecodedImages(timeline, limits: limits, log: &log), resolvesOverlaps: false)
    var picture = Pixmap(width: width + 2 * Self.margin, height: height + 2 * Self.margin)
    let transform = Affine(a: scale, b: 0, c: 0, d: scale, tx: Double(Self.margin), ty: Double(Self.margin))
    var first = picture
    var before = picture
    for frame in 0..<timeline.frameCount {
      // Only what may have changed is drawn and looked at.
      let damage =
        frame == 0
        ? picture.bounds : renderer.damage(from: frame - 1, to: frame, transform: transform, in: picture.bounds)
      if damage.isEmpty, let alpha = largestAlpha.last, let crossing = crossings.last {
        largestAlpha.append(alpha)
        crossings.append(crossing)
        changes.append(0)
        flashes.addSame()
        continue
      }
      renderer.redraw(frame: frame, in: damage, transform: transform, into: &picture)
      var part = damage.intersection(inside)
      if part.isEmpty { part = PixelRect(x: inside.minX, y: inside.minY, width: 0, height: 0) }
      measure(picture, in: part)
      changes.append(frame == 0 ? 0 : difference(before, picture, in: part))
      flashes.add(picture, changed: part)
      if frame == 0 { first = picture }
      before = picture
    }
    seam = difference(before, first, in: inside)
  }

  /// Measures a picture that differs from the one before only inside of a rectangle.
  private mutating func measure(_ picture: Pixmap, in part: PixelRect) {
    picture.pixels.withUnsafeBufferPointer { pixels in
      guard let pixels = pixels.baseAddress else { return }
      for y in part.minY..<part.maxY { measure(row: y, pixels + y * picture.width) }
    }
    largestAlpha.append(Int(rows.reduce(0) { max($0, $1.largestAlpha) }))
    crossings.append(crossings(of: picture))
  }

  private mutating func measure(row y: Int, _ pixels: UnsafePointer<UInt32>) {
    var largest: UInt32 = 0
    var (first, last) = (-1, -1)
    var x = inside.minX
    while x < inside.maxX {
      let alpha = pixels[x] >> 24
      if alpha > 0 {
        if alpha > largest { largest = alpha }
        if first < 0 { first = x }
        last = x
      }
      x += 1
    }
    rows[y - inside.minY] = Row(largestAlpha: largest)
    if first >= 0 { used = used.union(PixelRect(x: first, y: y, width: last - first + 1, height: 1)) }
  }

  /// Something crosses an edge where it is seen on both sides of it. Two pixels beside the edge are left out, because
  /// antialiasing reaches over it.
  private func crossings(of picture: Pixmap) -> SIMD4<Double> {
    func isSeen(_ x: Int, _ y: Int) -> Bool { picture[x, y] >> 24 > 25 }
    let (left, right, top, bottom) = (inside.minX, inside.maxX - 1, inside.minY, inside.maxY - 1)
    var counts = SIMD4<Double>.zero
    for y in inside.minY..<inside.maxY {
      if isSeen(left + 1, y), isSeen(left - 3, y) { counts[0] += 1 }
      if isSeen(right - 1, y), isSeen(right + 3, y) { counts[2] += 1 }
    }
    for x in inside.minX..<inside.maxX {
      if isSeen(x, top + 1), isSeen(x, top - 3) { counts[1] += 1 }
      if isSeen(x, bottom - 1), isSeen(x, bottom + 3) { counts[3] += 1 }
    }
    let (width, height) = (Double(inside.width), Double(inside.height))
    return counts / SIMD4(height, width, height, width)
  }

  /// Mean difference of the channels inside the canvas, 0…1, of pictures that differ at most in a part of it.
  private func difference(_ a: Pixmap, _ b: Pixmap, in part: PixelRect) -> Double {
    var sum: UInt64 = 0
    a.pixels.withUnsafeBufferPointer { first in
      b.pixels.withUnsafeBufferPointer { second in
        guard let first = first.baseAddress, let second = second.baseAddress else { return }
        for y in part.minY..<part.maxY {
          var index = y * a.width + part.minX
          let end = y * a.width + part.maxX
          while index < end {
            let (p, q) = (first[index], second[index])
            if p != q { sum += UInt64(Self.difference(p, q)) }
            index += 1
          }
        }
      }
    }
    return Double(sum) / Double(255 * 4 * inside.width * inside.height)
  }

  /// Sum of the differences of the four channels.
  private static func difference(_ p: UInt32, _ q: UInt32) -> UInt32 {
    func channel(_ shift: UInt32) -> UInt32 {
      let (first, second) = (p >> shift & 255, q >> shift & 255)
      return first > second ? first - second : second - first
    }
    return channel(0) + channel(8) + channel(16) + channel(24)
  }
}
