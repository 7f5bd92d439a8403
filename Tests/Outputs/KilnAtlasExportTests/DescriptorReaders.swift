import Foundation
import KilnDiagnostics
import KilnExporting
import KilnImages
import KilnPixels
import KilnTimeline
import Testing

/// The files of an atlas, as a reader finds them.
struct WrittenAtlas {
  let files: [NamedFile]

  var pageCount: Int { files.count { $0.mediaType.hasPrefix("image/") } }

  func bytes(_ name: String) throws -> [UInt8] { try #require(files.first { $0.name == name }, "\(name)").bytes }
  func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }
  func page(_ name: String) throws -> Pixmap { try ImageDecoder.decode(try bytes(name), limits: Limits()) }
  func json(_ name: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(try bytes(name))) as? [String: Any])
  }
}

/// A frame as a reader shows it.
struct ReadFrame {
  var picture: Pixmap
  /// Milliseconds; 0 where the format has no times.
  var duration = 0
}

/// Frames as TexturePacker's JSON has them, in all dialects of it.
private struct JSONFrame {
  let frame, place: [String: Int]
  let source: [String: Int]
  let isRotated: Bool
  let isTrimmed: Bool
  let duration: Int

  init(_ object: [String: Any]) throws {
    frame = try #require(object["frame"] as? [String: Int])
    place = try #require(object["spriteSourceSize"] as? [String: Int])
    source = try #require(object["sourceSize"] as? [String: Int])
    isRotated = try #require(object["rotated"] as? Bool)
    isTrimmed = try #require(object["trimmed"] as? Bool)
    duration = object["duration"] as? Int ?? 0
  }

  /// What PixiJS shows: the size is that before the region was turned clockwise.
  func read(_ page: Pixmap) throws -> ReadFrame {
    let (x, y) = (try #require(frame["x"]), try #require(frame["y"]))
    let (w, h) = (try #require(frame["w"]), try #require(frame["h"]))
    let region = AtlasReading.region(page, x: x, y: y, width: isRotated ? h : w, height: isRotated ? w : h)
    let picture = isRotated ? AtlasReading.uprightFromClockwise(region) : region
    let (width, height) = (try #require(source["w"]), try #require(source["h"]))
    guard isTrimmed else {
      #expect(w == width && h == height)
      return ReadFrame(picture: picture, duration: duration)
    }
    #expect(place["w"] == w && place["h"] == h)
    return ReadFrame(
      picture: AtlasReading.canvas(
        width: width, height: height, picture, x: try #require(place["x"]), y: try #require(place["y"])),
      duration: duration)
  }
}

/// Frames by animation: what is before the last underscore of their names, in the order of the names.
private func byAnimation(_ frames: [String: ReadFrame]) -> [String: [ReadFrame]] {
  var result: [String: [ReadFrame]] = [:]
  for name in frames.keys.sorted() {
    guard let end = name.lastIndex(of: "_") else { continue }
    result[String(name[..<end]), default: []] += [frames[name]].compactMap(\.self)
  }
  return result
}

struct TexturePackerReader {
  private(set) var animations: [String: [ReadFrame]] = [:]
  private(set) var scale = ""
  private(set) var regions: [(page: String, x: Int, y: Int, width: Int, height: Int)] = []

  /// Reads a file and those that it names.
  init(_ atlas: WrittenAtlas, first: String) throws {
    var frames: [String: ReadFrame] = [:]
    let root = try atlas.json(first)
    let others = (root["meta"] as? [String: Any])?["related_multi_packs"] as? [String] ?? []
    for file in [first] + others {
      let object = try atlas.json(file)
      let meta = try #require(object["meta"] as? [String: Any])
      scale = try #require(meta["scale"] as? String)
      let image = try #require(meta["image"] as? String)
      let page = try atlas.page(image)
      #expect(meta["size"] as? [String: Int] == ["w": page.width, "h": page.height])
      let own = try #require(object["frames"] as? [String: [String: Any]])
      for (name, value) in own {
        let frame = try JSONFrame(value)
        frames[name] = try frame.read(page)
        regions.append(
          (image, frame.frame["x"] ?? 0, frame.frame["y"] ?? 0, frame.frame["w"] ?? 0, frame.frame["h"] ?? 0))
      }
      // PixiJS looks for the names of a list among the frames of the same file.
      for (_, names) in try #require(object["animations"] as? [String: [String]]) {
        #expect(names.allSatisfy { own[$0] != nil } && names == names.sorted())
      }
    }
    animations = byAnimation(frames)
  }
}

struct PhaserReader {
  private(set) var animations: [String: [ReadFrame]] = [:]

  init(_ atlas: WrittenAtlas, file: String) throws {
    var frames: [String: ReadFrame] = [:]
    for texture in try #require(try atlas.json(file)["textures"] as? [[String: Any]]) {
      let page = try atlas.page(try #require(texture["image"] as? String))
      #expect(texture["size"] as? [String: Int] == ["w": page.width, "h": page.height])
      for object in try #require(texture["frames"] as? [[String: Any]]) {
        frames[try #require(object["filename"] as? String)] = try JSONFrame(object).read(page)
      }
    }
    animations = byAnimation(frames)
  }
}

struct AsepriteReader {
  private(set) var animations: [String: [ReadFrame]] = [:]
  private(set) var tags: [String: ClosedRange<Int>] = [:]

  init(_ atlas: WrittenAtlas, file: String) throws {
    let object = try atlas.json(file)
    let meta = try #require(object["meta"] as? [String: Any])
    let page = try atlas.page(try #require(meta["image"] as? String))
    let frames = try #require(object["frames"] as? [[String: Any]]).map { try JSONFrame($0).read(page) }
    for tag in try #require(meta["frameTags"] as? [[String: Any]]) {
      let (from, to) = (try #require(tag["from"] as? Int), try #require(tag["to"] as? Int))
      #expect(tag["direction"] as? String == "forward")
      tags[try #require(tag["name"] as? String)] = from...to
    }
    for name in ["bars", "squares"] { animations[name] = tags[name].map { Array(frames[$0]) } }
  }
}

struct LibGDXReader {
  private(set) var animations: [String: [ReadFrame]] = [:]

  /// Pages are separated by empty lines; a line without a colon is a name, those with one after it are its attributes.
  init(_ atlas: WrittenAtlas, file: String) throws {
    var found: [String: [Int: ReadFrame]] = [:]
    for section in try atlas.text(file).components(separatedBy: "\n\n") {
      let lines = section.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      var entries: [(name: String, values: [String: [String]])] = []
      for line in lines {
        if let colon = line.firstIndex(of: ":") {
          let values = line[line.index(after: colon)...].split(separator: ",").map {
            $0.trimmingCharacters(in: .whitespaces)
          }
          entries[entries.count - 1].values[String(line[..<colon])] = values
        } else {
          entries.append((line, [:]))
        }
      }
      let page = try atlas.page(try #require(entries.first).name)
      #expect(entries[0].values["size"] == ["\(page.width)", "\(page.height)"])
      for entry in entries.dropFirst() {
        let bounds = try #require(entry.values["bounds"]).compactMap { Int($0) }
        let (width, height) = (bounds[2], bounds[3])
        let offsets = entry.values["offsets"]?.compactMap { Int($0) } ?? [0, 0, width, height]
        let isTurned = entry.values["rotate"] == ["90"]
        // At 90 degrees the second texture coordinates are x + height and y + width, and the upper left corner has the
        // first column and the last row.
        let region = AtlasReading.region(
          page, x: bounds[0], y: bounds[1], width: isTurned ? height : width, height: isTurned ? width : height)
        let picture = isTurned ? AtlasReading.uprightFromCounterclockwise(region) : region
        let index = try #require(entry.values["index"].flatMap { Int($0[0]) })
        found[entry.name, default: [:]][index] = ReadFrame(
          picture: AtlasReading.canvas(
            width: offsets[2], height: offsets[3], picture, x: offsets[0], y: offsets[3] - offsets[1] - height))
      }
    }
    animations = found.mapValues { frames in frames.keys.sorted().compactMap { frames[$0] } }
  }
}

struct CocosReader {
  private(set) var animations: [String: [ReadFrame]] = [:]

  init(_ atlas: WrittenAtlas) throws {
    var frames: [String: ReadFrame] = [:]
    for file in atlas.files where file.name.hasSuffix(".plist") {
      let root = try #require(
        try PropertyListSerialization.propertyList(from: Data(file.bytes), format: nil) as? [String: Any])
      let metadata = try #require(root["metadata"] as? [String: Any])
      #expect(metadata["format"] as? Int == 3)
      let page = try atlas.page(try #require(metadata["textureFileName"] as? String))
      #expect(Self.numbers(metadata["size"]) == [Double(page.width), Double(page.height)])
      for (name, value) in try #require(root["frames"] as? [String: [String: Any]]) {
        let size = Self.numbers(value["spriteSize"]).map { Int($0) }
        let offset = Self.numbers(value["spriteOffset"])
        let source = Self.numbers(value["spriteSourceSize"])
        let rect = Self.numbers(value["textureRect"]).map { Int($0) }
        let isTurned = try #require(value["textureRotated"] as? Bool)
        let region = AtlasReading.region(
          page, x: rect[0], y: rect[1], width: isTurned ? size[1] : size[0], height: isTurned ? size[0] : size[1])
        // From the centre of the source to that of the sprite, y up.
        let x = (source[0] - Double(size[0])) / 2 + offset[0]
        let y = (source[1] - Double(size[1])) / 2 - offset[1]
        #expect(x == x.rounded() && y == y.rounded())
        frames[name] = ReadFrame(
          picture: AtlasReading.canvas(
            width: Int(source[0]), height: Int(source[1]),
            isTurned ? AtlasReading.uprightFromClockwise(region) : region, x: Int(x), y: Int(y)))
      }
    }
    animations = byAnimation(frames)
  }

  /// The numbers in a text such as `{{1,2},{3,4}}`.
  private static func numbers(_ text: Any?) -> [Double] {
    (text as? String ?? "").split { "{},".contains($0) }.compactMap { Double($0) }
  }
}

struct GodotReader {
  private(set) var animations: [String: [ReadFrame]] = [:]

  init(_ atlas: WrittenAtlas, file: String) throws {
    let text = try atlas.text(file)
    var pages: [String: Pixmap] = [:]
    for match in text.matches(of: #/\[ext_resource type="Texture2D" path="([^"]*)" id="([^"]*)"\]/#) {
      pages[String(match.2)] = try atlas.page(String(match.1))
    }
    var textures: [String: Pixmap] = [:]
    let pattern =
      #/\[sub_resource type="AtlasTexture" id="([^"]*)"\]\natlas = ExtResource\("([^"]*)"\)\nregion = Rect2\(([^)]*)\)\nmargin = Rect2\(([^)]*)\)/#
    for match in text.matches(of: pattern) {
      let region = Self.numbers(match.3)
      let margin = Self.numbers(match.4)
      let picture = AtlasReading.region(
        try #require(pages[String(match.2)]), x: region[0], y: region[1], width: region[2], height: region[3])
      // The margin's size is added to the region's, and its position moves the region.
      textures[String(match.1)] = AtlasReading.canvas(
        width: region[2] + margin[2], height: region[3] + margin[3], picture, x: margin[0], y: margin[1])
    }
    #expect(
      text.hasPrefix("[gd_resource type=\"SpriteFrames\" load_steps=\(pages.count + textures.count + 1) format=3]"))
    let list = #/"frames": \[(.*?)\],\n"loop": true,\n"name": &"([^"]*)",\n"speed": ([\d.]+)/#.dotMatchesNewlines()
    for match in text.matches(of: list) {
      let speed = try #require(Double(match.3))
      animations[String(match.2)] = try match.1.matches(
        of: #/"duration": ([\d.]+),\n"texture": SubResource\("([^"]*)"\)/#
      ).map { frame in
        ReadFrame(
          picture: try #require(textures[String(frame.2)]),
          duration: Int((try #require(Double(frame.1)) / speed * 1000).rounded()))
      }
    }
  }

  private static func numbers(_ text: Substring) -> [Int] {
    text.split(separator: ",").compactMap { Int($0.trimmingCharacters(in: .whitespaces)) }
  }
}

/// What a browser shows of the element at each millisecond, from the rules of CSS animations.
struct StyleSheetReader {
  private(set) var animations: [String: [ReadFrame]] = [:]
  private let scale: Double

  init(_ atlas: WrittenAtlas, file: String, scale: Double) throws {
    self.scale = scale
    let text = try atlas.text(file)
    let rule = #/\.([\w-]+) \{(.*?)\}\n\.([\w-]+)::before \{(.*?)\}\n@keyframes ([\w-]+) \{\n(.*?)\n\}\n/#
      .dotMatchesNewlines()
    for match in text.matches(of: rule) {
      animations[String(match.1)] = try frames(
        atlas, element: Self.declarations(match.2), picture: Self.declarations(match.4), keyframes: String(match.6))
    }
  }

  private func frames(
    _ atlas: WrittenAtlas, element: [String: String], picture: [String: String], keyframes: String
  ) throws -> [ReadFrame] {
    func pixels(_ text: some StringProtocol) throws -> Int {
      Int((try #require(Double(text.replacingOccurrences(of: "px", with: ""))) * scale).rounded())
    }
    func side(_ name: String, _ rules: [String: String]) throws -> Int { try pixels(try #require(rules[name])) }
    let pages = try #require(picture["background-image"]).matches(of: #/url\("([^"]*)"\)/#).map {
      try atlas.page(String($0.1))
    }
    let words = try #require(picture["animation"]).split(separator: " ")
    let total = try #require(Double(words[1].dropLast(2)))
    func shown(_ position: String, mirrorX: Bool = false, mirrorY: Bool = false) throws -> Pixmap {
      var view = Pixmap(width: try side("width", picture), height: try side("height", picture))
      for (page, place) in zip(pages, position.components(separatedBy: ", ")) {
        let parts = place.split(separator: " ")
        let (x, y) = (try pixels(parts[0]), try pixels(parts[1]))
        guard -x < page.width, -y < page.height else { continue }
        view.copy(AtlasReading.region(page, x: -x, y: -y, width: view.width, height: view.height), x: 0, y: 0)
      }
      return AtlasReading.canvas(
        width: try side("width", element), height: try side("height", element),
        AtlasReading.mirrored(view, x: mirrorX, y: mirrorY), x: try side("left", picture), y: try side("top", picture))
    }
    let start = try #require(picture["background-position"])
    if let steps = words[2].firstMatch(of: #/steps\((\d+)\)/#).flatMap({ Int($0.1) }) {
      let end = try #require(keyframes.firstMatch(of: #/to \{ background-position: ([^;]*);/#)).1
      let (first, last) = (try pixels(start.split(separator: " ")[0]), try pixels(end.split(separator: " ")[0]))
      return try (0..<steps).map { step in
        let x = Double(first + (last - first) * step / steps) / scale
        return ReadFrame(picture: try shown("\(x)px \(start.split(separator: " ")[1])"), duration: Int(total) / steps)
      }
    }
    let pattern = #/([\d.]+)% \{ background-position: ([^;]*); transform: scale\((-?1), (-?1)\); \}/#
    var steps = try keyframes.matches(of: pattern).map { match in
      (
        time: Int((try #require(Double(match.1)) / 100 * total).rounded()),
        picture: try shown(String(match.2), mirrorX: match.3 == "-1", mirrorY: match.4 == "-1")
      )
    }
    steps.append((Int(total), Pixmap(width: 0, height: 0)))
    // What is shown while each frame of the test's animations lasts.
    let expected = total == 500 ? 12 : 7
    return (0..<expected).map { frame in
      let begin = Int((Double(frame) * 1000 / 24).rounded())
      let end = Int((Double(frame + 1) * 1000 / 24).rounded())
      let index = steps.lastIndex { $0.time <= begin } ?? 0
      #expect(steps[index + 1].time >= end)
      return ReadFrame(picture: steps[index].picture, duration: end - begin)
    }
  }

  private static func declarations(_ text: Substring) -> [String: String] {
    var result: [String: String] = [:]
    for part in text.split(separator: ";") {
      guard let colon = part.firstIndex(of: ":") else { continue }
      result[part[..<colon].trimmingCharacters(in: .whitespacesAndNewlines)] =
        part[part.index(after: colon)...].trimmingCharacters(in: .whitespacesAndNewlines)
    }
    return result
  }
}

struct FrameListReader {
  private(set) var animations: [String: [ReadFrame]] = [:]
  private(set) var flips: Set<String> = []

  init(_ atlas: WrittenAtlas, folder: String) throws {
    for animation in try #require(try atlas.json(folder + "/frames.json")["animations"] as? [[String: Any]]) {
      let (width, height) = (try #require(animation["width"] as? Int), try #require(animation["height"] as? Int))
      animations[try #require(animation["name"] as? String)] = try #require(animation["frames"] as? [[String: Any]]).map
      { frame in
        let picture = try atlas.page(folder + "/" + (try #require(frame["file"] as? String)))
        let flip = frame["flip"] as? String ?? ""
        flips.insert(flip)
        return ReadFrame(
          picture: AtlasReading.canvas(
            width: width, height: height,
            AtlasReading.mirrored(picture, x: flip.contains("x"), y: flip.contains("y")),
            x: try #require(frame["x"] as? Int), y: try #require(frame["y"] as? Int)),
          duration: try #require(frame["duration"] as? Int))
      }
    }
  }
}
