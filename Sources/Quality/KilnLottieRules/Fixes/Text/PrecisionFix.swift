internal import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport

/// Rounds values of properties to as many decimals as can be seen.
///
/// A ten thousandth of a pixel, degree or percent; colours so that each channel keeps its level of 0…255. Everything else
/// keeps its digits: times, because a value that is reached exactly at a frame may be drawn otherwise than just before it,
/// such as a stroke of no width; numbers of copies and points, which players round up; positions that direct a layer; and
/// values of slots.
struct PrecisionFix: LottieFix {
  let rules: [Rule] = [.performancePrecision]
  let summary = "rounds numbers to as many decimals as can be seen"
  var decimals = 4

  var weakerForms: [any LottieFix] { decimals == 4 ? [PrecisionFix(decimals: 5), PrecisionFix(decimals: 6)] : [] }

  func apply(to draft: inout FixDraft) {
    var walk = Walk(edits: draft.edits, decimals: decimals)
    for composition in draft.compositions {
      for layer in composition.layers {
        let json = draft.document.tree.value(at: layer.node)
        if let transform = json["ks"] {
          for part in transform.children where !(layer.isAutoOriented && part.isMember("p")) { walk.visit(part) }
        }
        for name in ["shapes", "masksProperties", "ef"] {
          if let part = json.member(named: name) { walk.visit(part) }
        }
        if let animators = json["t"]?["a"] { walk.visit(animators) }
      }
    }
    for character in draft.root["chars"].map({ Array($0.children) }) ?? [] {
      if let shapes = character["data"]?["shapes"] { walk.visit(shapes) }
    }
    draft.edits = walk.edits
    guard walk.count > 0 else { return }
    draft.note(.changed, "\(walk.count) number\(walk.count == 1 ? "" : "s") rounded to \(decimals) decimals")
  }

  private struct Walk {
    var edits: JSONEdits
    let decimals: Int
    /// Numbers that were rounded.
    var count = 0

    init(edits: JSONEdits, decimals: Int) { (self.edits, self.decimals) = (edits, decimals) }

    /// Rounds the values of a property, or of all properties inside.
    mutating func visit(_ root: JSONValue) {
      var waiting = [root]
      while let value = waiting.popLast() {
        if value.kind == .object, value["sid"] == nil, let content = value["k"] {
          if content.kind != .object || content["v"] != nil {
            visit(content: content, isColor: Self.isColor(value))
            continue
          }
        }
        let type = value.string("ty")
        for child in value.children where child.kind == .object || child.kind == .array {
          if Self.isCount(child, of: type) { continue }
          waiting.append(child)
        }
      }
    }

    /// Whether a property is a colour: of a fill, a stroke or a text.
    private static func isColor(_ property: JSONValue) -> Bool {
      property.isMember("c") || property.isMember("fc") || property.isMember("sc")
    }

    /// Whether a property is a number of copies, points or ridges.
    private static func isCount(_ property: JSONValue, of type: String?) -> Bool {
      switch type {
      case "rp": property.isMember("c")
      case "sr": property.isMember("pt")
      case "zz": property.isMember("r")
      default: false
      }
    }

    /// Rounds `k`: a number, a vector, a path, or keyframes.
    private mutating func visit(content: JSONValue, isColor: Bool) {
      guard content.kind == .array, content.first?.kind == .object else {
        return visit(value: content, isColor: isColor)
      }
      for keyframe in content.children where keyframe.kind == .object {
        for child in keyframe.children {
          if child.isMember("s") || child.isMember("e") {
            visit(value: child, isColor: isColor)
          } else if child.isMember("to") || child.isMember("ti") {
            visit(value: child, isColor: false)
          } else if child.isMember("i") || child.isMember("o") {
            for handle in child.children { visit(value: handle, isColor: false) }
          }
        }
      }
    }

    /// Rounds a number, the numbers of an array, or those of a path.
    private mutating func visit(value: JSONValue, isColor: Bool) {
      switch value.kind {
      case .number: round(value, isColor: isColor)
      case .array:
        for child in value.children { visit(value: child, isColor: isColor) }
      case .object:
        for child in value.children where child.isMember("v") || child.isMember("i") || child.isMember("o") {
          for point in child.children {
            for number in point.children { round(number) }
          }
        }
      case .null, .bool, .string: break
      }
    }

    private mutating func round(_ value: JSONValue, isColor: Bool = false) {
      guard let number = value.number else { return }
      let source = value.source
      guard source.count > 3, source.contains(where: { !(0x30...0x39).contains($0) && $0 != 0x2D }) else { return }
      if isColor {
        guard let text = shortestChannel(number), text.utf8.count < source.count else { return }
        edits.replace(value, by: text)
      } else if !edits.round(value, decimals: decimals) {
        return
      }
      count += 1
    }

    /// A channel of a colour in so few digits that rounding it once more changes nothing.
    private func shortestChannel(_ number: Double) -> String? {
      var shortest = channel(number)
      // Each step is shorter than the one before.
      while let text = shortest, let value = Double(text), let next = channel(value),
        next.utf8.count < text.utf8.count
      {
        shortest = next
      }
      return shortest
    }

    /// A channel of a colour in few digits that is the same level of 0…255, whether players round it or cut its
    /// decimals, as lottie-web does with numbers of 32 bits; nil if there is none.
    private func channel(_ number: Double) -> String? {
      guard number.magnitude < 1000 else { return nil }
      var tolerance = 1.2
      for _ in 0..<decimals { tolerance /= 10 }
      var step = 0.001
      for digits in 3...7 {
        for candidate in [number, number + step, number - step] {
          guard let text = JSONNumberText.rounded(candidate, decimals: digits), let value = Double(text) else {
            continue
          }
          if abs(value - number) <= tolerance, Self.levels(value) == Self.levels(number) { return text }
        }
        step /= 10
      }
      return nil
    }

    private static func levels(_ channel: Double) -> SIMD2<Double> {
      [Double((Float(channel) * 255).rounded(.down)), (channel * 255).rounded()]
    }
  }
}
