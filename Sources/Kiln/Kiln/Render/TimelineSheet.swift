public import KilnDiagnostics
internal import KilnGeometry
internal import KilnImages
internal import KilnPixels
public import KilnTimeline
internal import KilnRendering

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Small pictures of an animation for reports: a contact sheet, and where layers are in which picture.
public struct TimelineSheet: Sendable, Hashable, Codable {
  /// A picture of a frame.
  public struct Frame: Sendable, Hashable, Codable {
    /// Time in the source, in its frames.
    public var time: Double
    /// Whether it belongs to the contact sheet; others only show layers.
    public var isOfSheet: Bool
  }

  /// Rectangle of a layer in a picture, in thousandths of the picture's sides.
  public struct Outline: Sendable, Hashable, Codable {
    /// Position in `frames`.
    public var frame: Int
    /// Left edge.
    public var left: Int
    /// Upper edge.
    public var top: Int
    /// Columns.
    public var width: Int
    /// Rows.
    public var height: Int
  }

  /// An image of the animation, with its size in bytes.
  public struct Image: Sendable, Hashable, Codable {
    /// Its key in the file.
    public var name: String
    /// Columns in pixels.
    public var width: Int
    /// Rows in pixels.
    public var height: Int
    /// Bytes of the file.
    public var bytes: Int
    /// Bytes in a player's memory.
    public var decodedBytes: Int
  }

  /// Columns of the pictures.
  public private(set) var width: Int
  /// Rows of the pictures.
  public private(set) var height: Int
  /// The pictures, by time.
  public private(set) var frames: [Frame] = []
  /// All pictures side by side, each `width` × `height` pixels: an opaque WebP file in base64. Empty if there is none.
  public private(set) var webp = ""
  /// Outline of each requested list of layers; nil if it is not visible.
  public private(set) var outlines: [Outline?] = []
  /// The images that take most memory, the largest first.
  public private(set) var images: [Image] = []
  /// Number of all images.
  public private(set) var imageCount: Int

  /// Longer side of the pictures in pixels.
  private static let side = 128
  /// Pictures of the contact sheet.
  private static let sheetFrames = 6
  /// Frames in which layers are looked for.
  private static let candidates = 40
  /// Most pictures beside the contact sheet.
  private static let moreFrames = 2
  private static let maximumImages = 20
  /// Most bytes of the file with all pictures.
  private static let maximumBytes = 60_000
  /// Grey below the animation, with which light and dark ones are seen; half of such a file would be its transparency.
  private static let ground: UInt32 = 0xFFC6_CCCF

  /// Draws an animation.
  ///
  /// - Parameter layers: Names from the outermost layer inwards, of each layer that is looked for.
  /// - Throws: Errors of baking the source.
  public init(of source: any AnimationSource, showing layers: [[String]], limits: Limits = Limits()) throws(Diagnostic)
  {
    var log = DiagnosticLog()
    let sampling = Self.sampling(of: source.info)
    let timeline = try source.timeline(sampling, log: &log)
    let isWide = timeline.canvas.width >= timeline.canvas.height
    let fit = CanvasFit(canvas: timeline.canvas, width: isWide ? Self.side : nil, height: isWide ? nil : Self.side)
    (width, height) = (fit.width, fit.height)
    imageCount = timeline.images.count
    images = timeline.images.map {
      Image(
        name: String($0.name.prefix(100)), width: $0.width, height: $0.height, bytes: $0.bytes.count,
        decodedBytes: $0.decodedBytes)
    }
    images = Array(
      images.enumerated().sorted {
        ($1.element.decodedBytes, $0.offset) < ($0.element.decodedBytes, $1.offset)
      }.map(\.element).prefix(Self.maximumImages))
    let sheet = Self.evenly(Self.sheetFrames, of: timeline.frameCount)
    let finder = LayerFinder(timeline)
    let found = layers.map { finder.best(of: $0, preferring: Set(sheet)) }
    draw(timeline, fit, sheet, found, limits)
  }

  private mutating func draw(
    _ timeline: Timeline, _ fit: CanvasFit, _ sheet: [Int], _ found: [LayerFinder.Place?], _ limits: Limits
  ) {
    var more: [Int] = []
    for place in found.compactMap(\.self)
    where more.count < Self.moreFrames && !sheet.contains(place.frame) && !more.contains(place.frame) {
      more.append(place.frame)
    }
    var log = DiagnosticLog()
    var renderer = TimelineRenderer(timeline, images: DecodedImages(timeline, limits: limits, log: &log))
    var target = Pixmap(width: width, height: height)
    let chosen = (sheet + more).sorted()
    var strip = Pixmap(
      width: width * chosen.count, height: height,
      pixels: [UInt32](repeating: Self.ground, count: width * chosen.count * height))
    for (index, frame) in chosen.enumerated() {
      target.clear()
      renderer.render(frame: frame, transform: fit.transform, into: &target)
      strip.composite(target, x: index * width, y: 0)
    }
    guard let file = Self.file(strip) else { return }
    webp = Data(file).base64EncodedString()
    frames = chosen.map { frame in
      let time = timeline.sourceTimes.indices.contains(frame) ? timeline.sourceTimes[frame] : Double(frame)
      return Frame(time: time, isOfSheet: sheet.contains(frame))
    }
    outlines = found.map { place in
      guard let place, let position = chosen.firstIndex(of: place.frame) else { return nil }
      return place.outline(frame: position, canvas: timeline.canvas)
    }
  }

  /// Pictures as a WebP file; nil if it is too large, or cannot be encoded.
  private static func file(_ picture: Pixmap) -> [UInt8]? {
    for quality: Float in [28, 10] {
      var options = WebPEncoderOptions.lossy(quality: quality)
      options.method = 6
      guard let file = try? WebPFrameEncoder.encode(picture, options: options) else { return nil }
      if file.count <= maximumBytes { return file }
    }
    return nil
  }

  private static func sampling(of info: AnimationInfo) -> FrameSampling {
    let all = info.nativeSampling
    let kept = evenly(candidates, of: all.times.count)
    guard kept.count < all.times.count else { return all }
    let rate = all.frameRate * Double(kept.count) / Double(all.times.count)
    return FrameSampling(times: kept.map { all.times[$0] }, frameRate: rate)
  }

  /// Positions from the first to the last.
  private static func evenly(_ number: Int, of count: Int) -> [Int] {
    guard count > number, number > 1 else { return Array(0..<max(0, count)) }
    return (0..<number).map { $0 * (count - 1) / (number - 1) }
  }
}

/// Finds the frame in which a layer shows best.
private struct LayerFinder {
  /// Frame and area of a layer.
  struct Place {
    var frame: Int
    /// In canvas pixels, inside the canvas.
    var area: Rect

    func outline(frame position: Int, canvas: Size) -> TimelineSheet.Outline {
      func part(_ value: Double, of side: Double) -> Int {
        Int(clamping: (value / side * 1000).rounded(), to: 0...1000)
      }
      return TimelineSheet.Outline(
        frame: position, left: part(area.minX, of: canvas.width), top: part(area.minY, of: canvas.height),
        width: part(area.width, of: canvas.width), height: part(area.height, of: canvas.height))
    }
  }

  private let timeline: Timeline
  private let canvas: Rect

  init(_ timeline: Timeline) {
    self.timeline = timeline
    canvas = Rect(x: 0, y: 0, width: timeline.canvas.width, height: timeline.canvas.height)
  }

  /// A frame of `preferred` is taken if the layer is not much larger in another one.
  func best(of layers: [String], preferring preferred: Set<Int>) -> Place? {
    guard !layers.isEmpty else { return nil }
    var best: (place: Place, value: Double)?
    for frame in 0..<timeline.frameCount {
      var area: Rect?
      var opacity = 0.0
      for sprite in timeline.sprites { visit(sprite, layers, frame, .identity, 1, &area, &opacity) }
      guard let area else { continue }
      let value = area.width * area.height * opacity * (preferred.contains(frame) ? 1.5 : 1)
      if value > best?.value ?? 0 { best = (Place(frame: frame, area: area), value) }
    }
    return best?.place
  }

  private func visit(
    _ sprite: Sprite, _ layers: [String], _ frame: Int, _ parent: Affine, _ alpha: Double, _ area: inout Rect?,
    _ opacity: inout Double
  ) {
    let state = sprite.frames[frame]
    guard state.isVisible else { return }
    if Self.matches(sprite.path.layers, layers) {
      let visible = parent.apply(timeline.visibleBounds(of: sprite, frame: frame)).intersection(canvas)
      if !visible.isEmpty {
        area = area?.union(visible) ?? visible
        opacity = max(opacity, alpha * state.opacity)
      }
      return
    }
    guard case .group(let children) = sprite.content else { return }
    for child in children {
      visit(child, layers, frame, parent * state.transform, alpha * state.opacity, &area, &opacity)
    }
  }

  /// Whether a layer is the one that is looked for, or inside of it. A finding in a composition does not say by which
  /// layer it is shown.
  private static func matches(_ names: [String], _ layers: [String]) -> Bool {
    names.starts(with: layers) || names.suffix(layers.count).elementsEqual(layers)
  }
}
