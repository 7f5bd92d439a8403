public import KilnDiagnostics
internal import KilnGeometry
internal import KilnImages
internal import KilnJSON
public import KilnTimeline

extension TimelineJSON {
  /// The timeline in a file.
  ///
  /// - Parameter page: Finds a page of pictures beside the file by its name; nil if there is none.
  /// - Throws: `json.syntax`, `timeline.file.invalid` with the place of the member, `timeline.file.version`,
  ///   `limit.exceeded`, or a rule of `TimelineBuilder`.
  public static func timeline(
    _ bytes: [UInt8], limits: Limits = Limits(),
    page: @escaping (_ name: String) throws(Diagnostic) -> [UInt8]? = { _ throws(Diagnostic) in nil },
    log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    let root = try JSONTree(bytes, limits: limits).root
    guard root.string("$kiln") == marker.value else {
      throw root.invalid("the file does not start with {\"$kiln\": \"timeline\"")
    }
    let written = try root.required("version").integer(in: 1..<Int.max)
    guard written <= version else {
      throw Diagnostic(
        .timelineFileVersion, "the file has version \(written), and this Kiln reads up to \(version)",
        at: DocumentPath(pointer: "/version"))
    }
    let canvas = try root.required("canvas").numbers(2)
    let frameCount = try root.required("frameCount").integer(in: 1..<limits.frames.addingClamped(1))
    let builder = try TimelineBuilder(
      canvas: Size(canvas[0], canvas[1]), frameRate: try root.required("frameRate").number(), frameCount: frameCount,
      limits: limits)
    var reader = TimelineReader(
      frameCount: frameCount, builder: builder, portable: PortableImages(limits: limits))
    try reader.readImages(root, TimelinePages(root, limits: limits, page), log: &log)
    return try reader.timeline(root, log: &log)
  }
}

/// Reads the tables and sprites of a file into a builder.
struct TimelineReader {
  let frameCount: Int
  var builder: TimelineBuilder
  private var portable: PortableImages
  var origins: [SpriteOrigin] = []
  /// Number of enclosing origins of each origin.
  var originDepths: [Int] = []
  private(set) var images: [ImageID] = []
  private(set) var shapeLists: [ShapeListID] = []
  private(set) var clips: [ClipID] = []
  /// Nil for a chain that the builder omits.
  private(set) var filterChains: [FilterChainID?] = []

  init(frameCount: Int, builder: TimelineBuilder, portable: PortableImages) {
    self.frameCount = frameCount
    self.builder = builder
    self.portable = portable
  }

  mutating func timeline(_ root: JSONValue, log: inout DiagnosticLog) throws(Diagnostic) -> Timeline {
    builder.sourceTimes = try sourceTimes(root)
    if let markers = try root.elements("markers") {
      for marker in markers { builder.markers.append(try Marker(marker)) }
    }
    if let sounds = try root.elements("sounds") {
      for sound in sounds { builder.audioClips.append(try AudioClip(sound, frameCount: frameCount)) }
    }
    try readTables(root)
    if let origins = try root.elements("origins") { for origin in origins { try readOrigin(origin) } }
    if let sprites = try root.elements("sprites") {
      for value in sprites { builder.sprites.append(try sprite(value)) }
    }
    return builder.build(log: &log)
  }

  private func sourceTimes(_ root: JSONValue) throws(Diagnostic) -> [Double] {
    guard let times = root["sourceTimes"] else { return [] }
    guard times.kind == .object else {
      let all = try times.allNumbers()
      guard all.count == frameCount else {
        throw times.invalid("there must be a time for each of \(frameCount) frames")
      }
      return all
    }
    let (first, step) = (try times.required("first").number(), try times.required("step").number())
    guard (first + Double(frameCount) * step).isFinite else {
      throw times.invalid("the time of the last of \(frameCount) frames is no number")
    }
    return (0..<frameCount).map { first + Double($0) * step }
  }

  /// Reads the images, those on pages included.
  mutating func readImages(
    _ root: JSONValue, _ pages: consuming TimelinePages, log: inout DiagnosticLog
  ) throws(Diagnostic) {
    guard let values = try root.elements("images") else { return }
    for value in values {
      let image =
        value["data"] == nil && value["page"] != nil
        ? try pages.image(value, &portable) : try ImageAsset(timeline: value, &portable, log: &log)
      images.append(try builder.add(image))
    }
  }

  private mutating func readTables(_ root: JSONValue) throws(Diagnostic) {
    var styles: [ShapeStyle] = []
    if let values = try root.elements("styles") { for value in values { styles.append(try ShapeStyle(value)) } }
    if let values = try root.elements("shapes") {
      for value in values {
        guard value.kind == .array else { throw value.invalid("this must be an array of shapes") }
        var shapes: [Shape] = []
        for shape in value.children { shapes.append(try Shape(shape, styles: styles)) }
        shapeLists.append(try builder.intern(shapes))
      }
    }
    if let values = try root.elements("clips") {
      for value in values { clips.append(try builder.intern(clip: try value.path())) }
    }
    if let values = try root.elements("filters") {
      for value in values { filterChains.append(builder.intern(filters: try FilterChain(value))) }
    }
  }
}

extension Marker {
  fileprivate init(_ value: JSONValue) throws(Diagnostic) {
    self.init(
      name: try value.required("name").text(), firstFrame: try value.required("first").number(),
      frameCount: try value.required("frames").number())
  }
}

extension AudioClip {
  fileprivate init(_ value: JSONValue, frameCount: Int) throws(Diagnostic) {
    let range = try value.required("frames")
    guard let start = range[0]?.integer, let end = range[1]?.integer, start >= 0, start <= end, end <= frameCount
    else {
      throw range.invalid("this must be the first frame and the end of a range inside the \(frameCount) frames")
    }
    self.init(
      key: try value.required("key").text(), bytes: try value.required("data").dataURL(), frames: start..<end,
      startMilliseconds: try value["startMilliseconds"]?.integer(in: -2_147_483_648..<2_147_483_648) ?? 0,
      totalMilliseconds: try value["totalMilliseconds"]?.integer(in: -2_147_483_648..<2_147_483_648) ?? 0)
    if let json = value["speed"] {
      speed = try json.number()
      guard speed > 0, speed.isFinite else { throw json.invalid("this must be above 0") }
    }
    guard let json = value["gains"] else { return }
    for gain in json.children { gains.append(max(0, min(100, try gain.number()))) }
    guard gains.count == frames.count else { throw json.invalid("this must be a number for each of the frames") }
  }
}

extension ImageAsset {
  /// A picture of a file; pictures that programs show in different ways are made upright PNG.
  fileprivate init(
    timeline value: JSONValue, _ portable: inout PortableImages, log: inout DiagnosticLog
  ) throws(Diagnostic) {
    let data = try value.required("data")
    let name = try value.required("name").text()
    var bytes = try data.dataURL()
    if !PortableImages.isPortable(bytes) {
      do throws(Diagnostic) {
        bytes = try portable.file(from: bytes, name: name, log: &log)
      } catch {
        throw data.invalid("this must be an image that can be decoded: \(error.message)")
      }
    }
    guard let image = ImageAsset(name: name, bytes: bytes) else { throw data.invalid("this image has no size") }
    self = image
  }
}
