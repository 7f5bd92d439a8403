import Foundation
import KilnDiagnostics
import KilnLottieFormat
import KilnLottieImport
import KilnTimeline
import Testing

/// Every animated property changes what is drawn, and no other property is needed for that to be noticed.
@Suite struct AnimatedPropertyTests {
  /// Animated properties that change nothing, by document and JSON path, with the reason.
  private static let exceptions: [String: String] = [
    "text path: layers/0/t/p/l": "lottie-web does not read the last margin of a text's path",
    "layers: layers/6/sy/0/s": "layer styles are not drawn",
    "layer styles: layers/1/sy/0/ch": "the spread of shadows is not drawn",
  ]

  /// Properties whose value in between means the same as their first value.
  private static let steps: Set = [
    "animators: layers/0/t/d", "colour effects: layers/5/ef/0/ef/1/v", "modifiers: layers/0/shapes/4/it/2/pt",
    "other effects: layers/1/ef/0/ef/2/v",
  ]

  /// Frames at which the properties still have their first value, are on the way, and have their last value.
  private static let (before, between, after) = (1, 4, 8)

  private func bake(_ json: Any, _ document: AnimatedDocument) throws -> Timeline {
    var log = DiagnosticLog()
    let bytes = Array(try JSONSerialization.data(withJSONObject: json))
    let source = try LottieSource(bytes: bytes, fidelity: document.fidelity)
    return try source.timeline(source.info.nativeSampling, log: &log)
  }

  /// The states of all sprites in one frame.
  private func states(of timeline: Timeline, in frame: Int) -> [FrameState] {
    var states: [FrameState] = []
    timeline.forEachSprite { states.append($0.frames[frame]) }
    return states
  }

  /// Without any of the other properties, each one changes the frames: values in between are not taken from a cache.
  @Test(arguments: AnimatedDocument.all)
  func changesFramesByItself(document: AnimatedDocument) throws {
    let json = try JSONSerialization.jsonObject(with: Data(document.json.utf8))
    let paths = AnimatedJSON.paths(in: json)
    #expect(!paths.isEmpty)
    for path in paths {
      let others = paths.filter { $0 != path }
      let timeline = try bake(others.reduce(json) { AnimatedJSON.frozen($0, at: $1) }, document)
      let isSeen = states(of: timeline, in: Self.before) != states(of: timeline, in: Self.after)
      let name = "\(document.name): \(path.joined(separator: "/"))"
      #expect(isSeen == (Self.exceptions[name] == nil), "\(name)")
      if isSeen, !Self.steps.contains(name) {
        #expect(states(of: timeline, in: Self.before) != states(of: timeline, in: Self.between), "\(name)")
      }
    }
  }

  /// Among all other properties, the last keyframe of each one counts.
  @Test(arguments: AnimatedDocument.all)
  func lastValueCounts(document: AnimatedDocument) throws {
    let json = try JSONSerialization.jsonObject(with: Data(document.json.utf8))
    let timeline = try bake(json, document)
    for path in AnimatedJSON.paths(in: json) {
      let mutated = try bake(AnimatedJSON.withLastValueAsFirst(json, at: path), document)
      let name = "\(document.name): \(path.joined(separator: "/"))"
      #expect((mutated.dump != timeline.dump) == (Self.exceptions[name] == nil), "\(name)")
    }
  }

  /// The documents above animate every property that the model of a file has.
  @Test func allPropertiesOfTheModelAreAnimated() throws {
    var census = PropertyCensus()
    for document in AnimatedDocument.all { census.visit(try LottieDocument(bytes: Array(document.json.utf8))) }
    #expect(census.names.count > 80)
    #expect(census.names.subtracting(census.animated).sorted() == [])
  }
}

/// Changes of animated properties in JSON as Foundation reads it: `{"a": 1, "k": [keyframes]}`.
private enum AnimatedJSON {
  /// Members and indices from the root to each animated property.
  static func paths(in json: Any) -> [[String]] {
    if let array = json as? [Any] {
      return array.enumerated().flatMap { index, value in paths(in: value).map { ["\(index)"] + $0 } }
    }
    guard let object = json as? [String: Any] else { return [] }
    if object["a"] as? Int == 1, object["k"] is [Any] { return [[]] }
    return object.keys.sorted().flatMap { key in paths(in: object[key] ?? 0).map { [key] + $0 } }
  }

  /// The JSON with only the first keyframe of a property.
  static func frozen(_ json: Any, at path: [String]) -> Any { changed(json, at: path[...]) { Array($0.prefix(1)) } }

  /// The JSON with the first keyframe's value in the last keyframe of a property, too.
  static func withLastValueAsFirst(_ json: Any, at path: [String]) -> Any {
    changed(json, at: path[...]) { keys in
      var keys = keys
      keys[keys.count - 1]["s"] = keys[0]["s"]
      return keys
    }
  }

  private static func changed(
    _ json: Any, at path: ArraySlice<String>, _ change: ([[String: Any]]) -> [[String: Any]]
  ) -> Any {
    guard let step = path.first else {
      guard var object = json as? [String: Any], let keys = object["k"] as? [[String: Any]] else { return json }
      object["k"] = change(keys)
      return object
    }
    if var array = json as? [Any], let index = Int(step) {
      array[index] = changed(array[index], at: path.dropFirst(), change)
      return array
    }
    guard var object = json as? [String: Any], let value = object[step] else { return json }
    object[step] = changed(value, at: path.dropFirst(), change)
    return object
  }
}

/// Finds by reflection which properties the model of a file has, and which of them are animated.
private struct PropertyCensus {
  /// As `Type.field`.
  private(set) var names: Set<String> = []
  private(set) var animated: Set<String> = []

  mutating func visit(_ value: Any) {
    for child in Mirror(reflecting: value).children where child.label != "tree" {
      let type = "\(Swift.type(of: child.value))"
      if ["LottieProperty<", "Optional<LottieProperty<", "Array<LottieProperty<"].contains(where: type.hasPrefix) {
        let name = "\(Swift.type(of: value)).\(child.label ?? "")"
        names.insert(name)
        if Self.isAnimated(child.value) { animated.insert(name) }
      } else {
        visit(child.value)
      }
    }
  }

  private static func isAnimated(_ value: Any) -> Bool {
    for child in Mirror(reflecting: value).children {
      if child.label == "keyframes" { return !Mirror(reflecting: child.value).children.isEmpty }
      if isAnimated(child.value) { return true }
    }
    return false
  }
}
