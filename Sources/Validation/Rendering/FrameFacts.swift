internal import Diagnostics
internal import Geometry
internal import Pixels
internal import TimelineModel
internal import TimelineRendering

/// What is measured in small pictures of an animation's frames.
struct FrameFacts {
  /// Longest side of the pictures in pixels.
  static let side = 128
  /// Width of the area around the canvas that is drawn, too, in pixels of the pictures.
  static let margin = 8
  /// Maximum number of frames that are drawn.
  private static let maximumFrames = 400
  /// Frames that are baked where none are drawn.
  private static let fewFrames = 40

  /// The largest alpha inside the canvas, 0…255, of each frame.
  private(set) var largestAlpha: [Int] = []
  /// Sum of alphas inside the canvas, in pixels.
  private(set) var coverage: [Double] = []
  /// Share of each edge along which something reaches beyond the canvas: left, top, right, bottom; of each frame.
  private(set) var crossings: [SIMD4<Double>] = []
  /// Mean difference from the frame before, 0…1; 0 for the first.
  private(set) var changes: [Double] = []
  /// Mean difference between the last and the first frame.
  private(set) var seam = 0.0
  /// What flashes.
  private(set) var flashes: FlashMeter
  /// Rectangle of all that is drawn inside the canvas in any frame, in pixels of the pictures; empty if nothing is.
  private var used = PixelRect(x: 0, y: 0, width: 0, height: 0)
  /// Pixels of the canvas in the pictures.
  private let canvasArea: Int

  /// Share of the canvas that the content of all frames takes, with a margin of a pixel; nil if there is none.
  var usedArea: Double? {
    used.isEmpty ? nil : Double(used.width * used.height) / Double(canvasArea)
  }

  /// The frames to bake: those of the document, evenly fewer if there are many.
  static func sampling(of info: AnimationInfo, isDrawn: Bool) -> FrameSampling {
    let sampling = info.nativeSampling
    let limit = isDrawn ? maximumFrames : fewFrames
    guard sampling.times.count > limit else { return sampling }
    let step = (sampling.times.count + limit - 1) / limit
    var times = stride(from: 0, to: sampling.times.count, by: step).map { sampling.times[$0] }
    if let last = sampling.times.last, times.last != last { times.append(last) }
    return FrameSampling(times: times, frameRate: info.frameRate / Double(step))
  }

  /// Draws all frames of a timeline.
  init(_ timeline: Timeline, limits: Limits) {
    let longest = max(timeline.canvas.width, timeline.canvas.height)
    let scale = min(1, Double(Self.side) / longest)
    let width = Int(clamping: (timeline.canvas.width * scale).rounded(.up), to: 1...Self.side)
    let height = Int(clamping: (timeline.canvas.height * scale).rounded(.up), to: 1...Self.side)
    let inside = PixelRect(x: Self.margin, y: Self.margin, width: width, height: height)
    canvasArea = width * height
    flashes = FlashMeter(
      inside: inside, frameRate: timeline.frameRate, scale: scale / FlashMeter.shownScale(of: timeline.canvas))
    var log = DiagnosticLog()
    var renderer = TimelineRenderer(timeline, images: DecodedImages(timeline, limits: limits, log: &log))
    var picture = Pixmap(width: width + 2 * Self.margin, height: height + 2 * Self.margin)
    let transform = Affine(a: scale, b: 0, c: 0, d: scale, tx: Double(Self.margin), ty: Double(Self.margin))
    var first = picture
    var before = picture
    var shown: Int?
    for frame in 0..<timeline.frameCount {
      let isSame = shown.map { renderer.damage(from: $0, to: frame, transform: transform, in: picture.bounds).isEmpty }
      if isSame == true, let last = largestAlpha.last, let covered = coverage.last, let crossing = crossings.last {
        largestAlpha.append(last)
        coverage.append(covered)
        crossings.append(crossing)
        changes.append(0)
        flashes.addSame()
        continue
      }
      renderer.render(frame: frame, replacing: shown, transform: transform, into: &picture)
      shown = frame
      measure(picture, inside)
      changes.append(frame == 0 ? 0 : Self.difference(before, picture, inside))
      flashes.add(picture)
      if frame == 0 { first = picture }
      before = picture
    }
    seam = Self.difference(before, first, inside)
  }

  private mutating func measure(_ picture: Pixmap, _ inside: PixelRect) {
    var largest: UInt32 = 0
    var sum = 0
    for y in inside.minY..<inside.maxY {
      let row = picture.pixels[y * picture.width + inside.minX..<y * picture.width + inside.maxX]
      var (first, last) = (-1, -1)
      for (x, pixel) in row.enumerated() where pixel >> 24 > 0 {
        largest = max(largest, pixel >> 24)
        sum += Int(pixel >> 24)
        if first < 0 { first = x }
        last = x
      }
      if first >= 0 {
        used = used.union(PixelRect(x: inside.minX + first, y: y, width: last - first + 1, height: 1))
      }
    }
    largestAlpha.append(Int(largest))
    coverage.append(Double(sum) / 255)
    // Something crosses an edge where it is seen on both sides of it. Two pixels beside the edge are left out, because
    // antialiasing reaches over it.
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
    crossings.append(counts / SIMD4(height, width, height, width))
  }

  /// Mean difference of the channels inside the canvas, 0…1.
  private static func difference(_ a: Pixmap, _ b: Pixmap, _ inside: PixelRect) -> Double {
    var sum = 0
    for y in inside.minY..<inside.maxY {
      let range = y * a.width + inside.minX..<y * a.width + inside.maxX
      for (p, q) in zip(a.pixels[range], b.pixels[range]) where p != q {
        sum += abs(Int(p & 255) - Int(q & 255)) + abs(Int(p >> 8 & 255) - Int(q >> 8 & 255))
        sum += abs(Int(p >> 16 & 255) - Int(q >> 16 & 255)) + abs(Int(p >> 24) - Int(q >> 24))
      }
    }
    return Double(sum) / Double(255 * 4 * inside.width * inside.height)
  }
}
