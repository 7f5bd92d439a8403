internal import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport

/// Removes what only editors read: match names, indices and counts of properties, and names of easings.
///
/// Also `hd` where it says that something is not hidden, and `bm` of shapes without a blend mode: no player needs them. That
/// of layers stays, because lottie-web's canvas would keep the blend mode of the layer before.
///
/// Names that people see or apps ask for stay (`nm`, `ln`, `cl`), and match names of effects and layer styles, by which
/// Skottie knows them. With expressions all names and indices stay, because they find properties by them.
struct EditorDataFix: LottieFix {
  let rules: [Rule] = [.performanceEditor]
  let summary = "removes what only editors read: match names, indices, and names of easings"

  func apply(to draft: inout FixDraft) {
    var walk = Walk(edits: draft.edits, keepsNames: draft.isScripted)
    for composition in draft.compositions { walk.visit(composition.json) }
    for character in draft.root["chars"].map({ Array($0.children) }) ?? [] {
      if let data = character["data"] { walk.visit(data) }
    }
    draft.edits = walk.edits
    let counts = [
      ("mn", walk.matchNames), ("ix, cix, np", walk.indices), ("n", walk.easingNames), ("hd, bm", walk.defaults),
    ].filter { $0.1 > 0 }
    guard !counts.isEmpty else { return }
    let parts = counts.map { "\($0.1) × \($0.0)" }.joined(separator: ", ")
    draft.note(.removed, "members that no player needs removed: \(parts)")
  }

  private struct Walk {
    var edits: JSONEdits
    /// Whether expressions may ask for names and indices.
    let keepsNames: Bool
    var (matchNames, indices, easingNames, defaults) = (0, 0, 0, 0)

    /// Owner of an object, which decides which of its members are kept.
    private enum Owner {
      case layer
      /// Effects: match names and indices stay, but for those of properties.
      case effect
    }

    init(edits: JSONEdits, keepsNames: Bool) { (self.edits, self.keepsNames) = (edits, keepsNames) }

    mutating func visit(_ root: JSONValue) {
      var waiting: [(value: JSONValue, owner: Owner)] = [(root, .layer)]
      while let (value, owner) = waiting.popLast() {
        let isProperty = value["k"] != nil
        removeDefaults(of: value)
        for child in value.children {
          switch child.kind {
          case .object, .array:
            if child.isMember("sy") { continue }
            if !keepsNames, child.isMember("n") { visit(easingName: child, of: value) }
            // Numbers only, which are most values of a file.
            if child.kind == .array, child.first?.kind == .number { continue }
            waiting.append((child, child.isMember("ef") ? .effect : owner))
          case .string where keepsNames, .number where keepsNames: continue
          case .string:
            if owner == .layer, child.isMember("mn") {
              edits.remove(child)
              matchNames += 1
            } else if child.isMember("n") {
              visit(easingName: child, of: value)
            }
          case .number:
            let isIndex = child.isMember("ix") || child.isMember("cix") || child.isMember("np")
            guard isIndex, owner == .layer || isProperty && child.isMember("ix") else { continue }
            edits.remove(child)
            indices += 1
          case .null, .bool: continue
          }
        }
      }
    }

    /// Removes `hd` and `bm` with the values that a missing one has. Where there are several of one name, the last counts,
    /// and no other must take its place.
    private mutating func removeDefaults(of value: JSONValue) {
      guard value.kind == .object, let type = value["ty"] else { return }
      if value["hd"]?.bool == false { defaults += edits.removeMembers("hd", of: value) }
      if type.kind == .string, value["bm"]?.number == 0 { defaults += edits.removeMembers("bm", of: value) }
    }

    /// Names of easings are keys of caches; players make them from the handles where they are missing.
    private mutating func visit(easingName name: JSONValue, of keyframe: JSONValue) {
      guard keyframe["t"]?.kind == .number, keyframe["i"] != nil, keyframe["o"] != nil,
        name.kind == .string || name.children.allSatisfy({ $0.kind == .string })
      else { return }
      edits.remove(name)
      easingNames += 1
    }
  }
}
