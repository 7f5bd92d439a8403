internal import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnPlayers
internal import KilnGeometry

/// Dashes as pairs of a dash and a gap, with the offset at their end.
struct DashOrderRewrite: TargetRewrite {
  let features = ["dashOrder"]

  func edit(_ draft: inout RewriteDraft) throws(Diagnostic) {
    guard draft.support.isLacking("dashOrder") else { return }
    try draft.eachLayer { draft, layer, _ in
      for list in ShapeList.all(of: layer, draft.json(layer.node)) {
        for item in list.json.children where item.string("ty") == "st" || item.string("ty") == "gs" {
          guard let dashes = item["d"], dashes.first != nil, !FeatureUse.endsInOffset(dashes) else { continue }
          var (lengths, offset) = ([String](), "{\"n\":\"o\",\"v\":\(EditText.fixed(0))}")
          for part in dashes.children {
            let text = String(decoding: part.source, as: UTF8.self)
            if part.string("n") == "o" { offset = text } else { lengths.append(text) }
          }
          guard !lengths.isEmpty else { continue }
          // As in SVG, what is a dash the first time is a gap the second time.
          if lengths.count % 2 == 1 { lengths += lengths }
          draft.edits.replace(dashes, by: "[\((lengths + [offset]).joined(separator: ","))]")
        }
      }
    }
  }
}

/// Gaps without length, a little longer. Dashes without length are dots, which ThorVG draws.
struct EmptyDashRewrite: TargetRewrite {
  let features = ["emptyDashes"]

  func edit(_ draft: inout RewriteDraft) throws(Diagnostic) {
    guard draft.support.isLacking("emptyDashes") else { return }
    try draft.eachLayer { draft, layer, _ in
      for list in ShapeList.all(of: layer, draft.json(layer.node)) {
        for item in list.json.children where item.string("ty") == "st" || item.string("ty") == "gs" {
          let parts = item["d"]?.children.map(\.self) ?? []
          // Where all lengths are 0 the stroke has no dashes.
          guard parts.contains(where: { $0.string("n") != "o" && $0["v"]?["k"]?.number != 0 }) else { continue }
          for part in parts where part.string("n") == "g" {
            guard let length = part["v"], !draft.hasExpressions(length), let value = length["k"], value.number == 0
            else { continue }
            draft.edits.replace(value, by: EditText.number(Self.length))
          }
        }
      }
    }
  }

  /// Length of the gaps in pixels.
  private static let length = 0.01
}

/// Strokes above the fill of an open path with a dash that is longer than the path.
///
/// ThorVG does not smooth the edges of fills that have a stroke above them without dashes, which would cover the edges if the
/// path were closed.
struct OpenFillRewrite: TargetRewrite {
  let features = ["openFills"]

  func edit(_ draft: inout RewriteDraft) throws(Diagnostic) {
    guard draft.support.isLacking("openFills"), !draft.support.isLacking("dashes") else { return }
    try draft.eachLayer { draft, layer, _ in
      for list in ShapeList.all(of: layer, draft.json(layer.node)) {
        guard let fill = list.items.lastIndex(where: \.isFill), list.items[..<fill].contains(where: \.isOpen) else {
          continue
        }
        for item in list.items[..<fill] {
          guard let line = item.line, line.dashes.isEmpty, line.width.isAnimated || line.width.value >= 1 else {
            continue
          }
          let length = EditText.fixed(Self.length)
          draft.set(
            "d",
            "[{\"n\":\"d\",\"v\":\(length)},{\"n\":\"g\",\"v\":\(length)},"
              + "{\"n\":\"o\",\"v\":\(EditText.fixed(0))}]", of: draft.json(item.head.node))
        }
      }
    }
  }

  /// Length of the dash in pixels.
  private static let length = 1_000_000.0
}

/// Shapes without size that round or square caps make visible as dots, a little larger.
struct PointStrokeRewrite: TargetRewrite {
  let features = ["pointStrokes"]

  /// Side of the dots in pixels.
  private static let size = 0.01

  func edit(_ draft: inout RewriteDraft) throws(Diagnostic) {
    guard draft.support.isLacking("pointStrokes") else { return }
    try draft.eachLayer { draft, layer, _ in
      for list in ShapeList.all(of: layer, draft.json(layer.node)) {
        guard list.items.contains(where: { $0.line.map { $0.cap != .butt } ?? false }) else { continue }
        for item in list.json.children {
          switch item.string("ty") {
          case "rc": grow(item["s"], "[\(Self.size),\(Self.size)]", &draft)
          case "sr": grow(item["or"], "\(Self.size)", &draft)
          default: break
          }
        }
      }
    }
  }

  private func grow(_ property: JSONValue?, _ text: String, _ draft: inout RewriteDraft) {
    guard let property, !draft.hasExpressions(property), let content = property["k"] else { return }
    func grow(_ value: JSONValue?) {
      guard let value else { return }
      if value.number == 0 {
        draft.edits.replace(value, by: text)
      } else if let numbers = value.numbers, !numbers.isEmpty, numbers.allSatisfy({ $0 == 0 }) {
        draft.edits.replace(value, by: text.hasPrefix("[") ? text : "[\(text)]")
      }
    }
    guard content.first?.kind == .object else { return grow(content) }
    for keyframe in content.children {
      grow(keyframe["s"])
      grow(keyframe["e"])
    }
  }
}

extension ShapeItem {
  fileprivate var isFill: Bool {
    switch self {
    case .fill, .gradientFill: true
    default: false
    }
  }

  fileprivate var isOpen: Bool {
    if case .path(let item) = self { !item.path.value.isClosed } else { false }
  }

  /// The line of a stroke; nil for others.
  fileprivate var line: LottieLine? {
    switch self {
    case .stroke(let item): item.line
    case .gradientStroke(let item): item.line
    default: nil
    }
  }
}
