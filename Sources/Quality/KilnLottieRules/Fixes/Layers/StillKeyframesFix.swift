internal import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport

/// Replaces keyframes that all have one value by this value.
struct StillKeyframesFix: LottieFix {
  let rules: [Rule] = [.timeKeyframesStill]
  let summary = "replaces keyframes that all have the same value by the value"

  func apply(to draft: inout FixDraft) {
    // Expressions read times of keyframes.
    guard !draft.isScripted else { return }
    for composition in draft.compositions {
      for layer in composition.layers {
        let json = draft.document.tree.value(at: layer.node)
        var replaced: [JSONValue] = []
        for name in ["ks", "shapes", "masksProperties", "ef"] {
          guard let part = json.member(named: name) else { continue }
          for property in AnimatedProperty.all(inside: part) where Self.replace(property, &draft.edits) {
            replaced.append(property.json)
          }
        }
        guard !replaced.isEmpty else { continue }
        let verb = replaced.count == 1 ? "becomes" : "become"
        draft.note(
          .changed, "\(draft.names(of: replaced, in: layer)) \(verb) fixed, all keyframes have the same value",
          at: composition.path(of: layer))
      }
    }
  }

  /// Writes the value of a property whose keyframes all have the same; false if they have not.
  private static func replace(_ property: AnimatedProperty, _ edits: inout JSONEdits) -> Bool {
    guard let first = property.keyframes[0].json["s"], first.kind == .array, let element = first.first else {
      return false
    }
    for keyframe in property.keyframes {
      if keyframe.json["s"]?.source ?? first.source != first.source { return false }
      if keyframe.json["e"]?.source ?? first.source != first.source { return false }
      // A motion path leaves the value and comes back to it.
      for tangent in [keyframe.json["to"], keyframe.json["ti"]] {
        if tangent?.children.contains(where: { $0.number != 0 }) ?? false { return false }
      }
    }
    let isSingle = first.count == 1
    // Vectors stay arrays; numbers and paths stand alone where they are fixed.
    guard isSingle ? element.kind == .number || element.kind == .object : element.kind == .number else { return false }
    edits.replace(property.list, by: isSingle ? element.source : first.source)
    if let flag = property.json["a"] { edits.replace(flag, by: "0") }
    return true
  }
}
