package import KilnDiagnostics
internal import KilnJSON
internal import KilnPixels

extension VAPConfiguration {
  /// Reads the content of a `vapc` box, or of the JSON file beside a video.
  ///
  /// - Throws: `video.malformed`, `limit.exceeded`, or what a wrong JSON text throws.
  package init(json bytes: [UInt8], limits: Limits) throws(Diagnostic) {
    let root = try JSONTree(bytes, limits: limits).root
    guard let info = root["info"], let color = Self.rect(info["rgbFrame"]), let alpha = Self.rect(info["aFrame"]),
      let width = info.integer("videoW"), let height = info.integer("videoH")
    else { throw Diagnostic(.videoMalformed, "the “vapc” box says nothing of the areas of the video") }
    let areas = VideoAreas(videoWidth: width, videoHeight: height, color: color, alpha: alpha)
    self.init(areas: areas, frameCount: info.integer("f") ?? 0, frameRate: info.integer("fps") ?? 0)
    sources = Self.children(root["src"]).compactMap(Self.source)
    let list = Self.children(root["frame"])
    var count = 0
    for frame in list { count += Self.children(frame["obj"]).count }
    try limits.check(count, atMost: .frameStates, "the number of pictures in frames")
    frames = list.map { frame in
      VAPSourceFrame(index: frame.integer("i") ?? 0, objects: Self.children(frame["obj"]).compactMap(Self.object))
    }
  }

  /// The areas, which have to lie in a video of this size.
  ///
  /// - Throws: `video.malformed`.
  func checkedAreas(_ width: Int, _ height: Int) throws(Diagnostic) -> VideoAreas {
    let frame = PixelRect(x: 0, y: 0, width: width, height: height)
    for area in [areas.color, areas.alpha ?? areas.color] {
      guard !area.isEmpty, area.intersection(frame) == area else {
        throw Diagnostic(
          .videoMalformed, "an area of the “vapc” box lies outside of the video's \(width) × \(height) pixels")
      }
    }
    var checked = areas
    (checked.videoWidth, checked.videoHeight) = (width, height)
    return checked
  }

  private static func children(_ value: JSONValue?) -> [JSONValue] { value.map { Array($0.children) } ?? [] }

  private static func rect(_ value: JSONValue?) -> PixelRect? {
    let sides = children(value).compactMap { $0.number.flatMap { Int(exactly: $0.rounded()) } }
    guard sides.count == 4, sides.allSatisfy((0...65_535).contains) else { return nil }
    return PixelRect(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
  }

  private static func source(_ value: JSONValue) -> VAPSource? {
    guard let identifier = number(value["srcId"]) else { return nil }
    var source = VAPSource(
      identifier: identifier, kind: value.string("srcType") == "txt" ? .text : .image,
      tag: value.string("srcTag") ?? "",
      width: value.integer("w") ?? 0, height: value.integer("h") ?? 0)
    source.color = value.string("color") ?? source.color
    return source
  }

  private static func object(_ value: JSONValue) -> VAPSourceFrame.Object? {
    guard let identifier = number(value["srcId"]), let frame = rect(value["frame"]), let mask = rect(value["mFrame"])
    else { return nil }
    return VAPSourceFrame.Object(source: identifier, depth: value.integer("z") ?? 0, frame: frame, mask: mask)
  }

  /// A number that may be written as text.
  private static func number(_ value: JSONValue?) -> Int? { value?.string.flatMap { Int($0) } ?? value?.integer }
}
