internal import KilnExporting
internal import KilnJSON

/// Changes the times of a document: its part that is shown, its frame rate, its speed.
///
/// Keyframes keep their values and eases, and stay where they are in seconds, or get a new place by the speed: at other rates
/// their times are fractions of frames.
struct DocumentTimes {
  /// New frames for one old frame.
  private let factor: Double
  /// Time of the main composition that becomes 0; nil to keep its zero.
  private let origin: Double?
  private let change: DocumentChange

  /// - Parameter startsAtZero: Whether the first frame is to be frame 0.
  init(_ change: DocumentChange, startsAtZero: Bool) {
    self.change = change
    factor = change.frameFactor
    origin = startsAtZero ? change.range.lowerBound : nil
  }

  /// The document with its new times.
  func applied(to tree: JSONTree) -> [UInt8] {
    var edits = JSONEdits(tree)
    let root = tree.root
    replace(root, "fr", by: JSONNumberText.rounded(change.frameRate, decimals: 6) ?? "30", &edits)
    let start = time(change.range.lowerBound, origin ?? 0)
    let length = ((change.range.upperBound - change.range.lowerBound) * factor).rounded()
    replace(root, "ip", by: Self.text(start), &edits)
    replace(root, "op", by: Self.text(start + max(1, length)), &edits)
    guard factor != 1 || (origin ?? 0) != 0 else { return edits.applied() }
    scaleLayers(of: root, origin ?? 0, &edits)
    for asset in root["assets"].map({ Array($0.children) }) ?? [] where asset.kind == .object {
      scaleLayers(of: asset, 0, &edits)
      if let rate = asset.number("fr") {
        replace(asset, "fr", by: Self.text(rate * factor * change.speed), &edits)
      }
    }
    if let slots = root["slots"] { scaleKeyframes(in: slots, 0, &edits) }
    for marker in root["markers"].map({ Array($0.children) }) ?? [] {
      scale(marker["tm"], origin ?? 0, &edits)
      scale(marker["dr"], 0, &edits)
    }
    return edits.applied()
  }

  private func scaleLayers(of composition: JSONValue, _ origin: Double, _ edits: inout JSONEdits) {
    for layer in composition["layers"].map({ Array($0.children) }) ?? [] where layer.kind == .object {
      for name in ["ip", "op", "st"] { scale(layer.member(named: name), origin, &edits) }
      if origin != 0, layer["st"] == nil { edits.addMember("st", Self.text(time(0, origin)), to: layer) }
      scaleKeyframes(in: layer, origin, &edits)
      if change.speed != 1, let remap = layer["tm"] { slowDown(remap, &edits) }
    }
  }

  /// Times of all keyframes inside a value: members `t` of the elements of arrays `k`.
  private func scaleKeyframes(in value: JSONValue, _ origin: Double, _ edits: inout JSONEdits) {
    var containers = [value]
    while let container = containers.popLast() {
      for child in container.children where child.kind == .object || child.kind == .array {
        if child.kind == .array, child.first?.kind == .number { continue }
        containers.append(child)
        guard child.kind == .array, child.isMember("k") else { continue }
        for keyframe in child.children where keyframe.kind == .object { scale(keyframe["t"], origin, &edits) }
      }
    }
  }

  /// Values of time remapping, which are seconds of the composition inside.
  private func slowDown(_ remap: JSONValue, _ edits: inout JSONEdits) {
    func divide(_ value: JSONValue?) {
      guard let value, let number = value.number else { return }
      edits.replace(value, by: Self.text(number / change.speed, decimals: 6))
    }
    guard let content = remap["k"] else { return }
    divide(content)
    for keyframe in content.children where keyframe.kind == .object {
      for name in ["s", "e"] {
        let value = keyframe.member(named: name)
        divide(value)
        divide(value?.first)
      }
    }
  }

  private func scale(_ value: JSONValue?, _ origin: Double, _ edits: inout JSONEdits) {
    guard let value, let number = value.number else { return }
    edits.replace(value, by: Self.text(time(number, origin)))
  }

  private func time(_ time: Double, _ origin: Double) -> Double { (time - origin) * factor }

  private func replace(_ object: JSONValue, _ name: StaticString, by text: String, _ edits: inout JSONEdits) {
    if let old = object.member(named: "\(name)") {
      edits.replace(old, by: text)
    } else {
      edits.addMember(name, text, to: object)
    }
  }

  private static func text(_ number: Double, decimals: Int = 3) -> String {
    JSONNumberText.rounded(number, decimals: decimals) ?? "0"
  }
}
