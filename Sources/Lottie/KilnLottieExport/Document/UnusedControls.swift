internal import KilnJSON
internal import KilnLottieFormat

/// Removes from a composition what only expressions have read: controls among the effects, and layers that show nothing.
struct UnusedControls {
  /// All that stands between two equal quotation marks in an expression: the names in it are among that.
  private let names: Set<Substring>
  /// Whether an expression computes the names of layers.
  private let findsLayersByNames: Bool
  /// Number of effects and layers that were removed.
  private(set) var count = 0

  /// - Parameter sources: The source texts of all expressions of the document.
  init(sources: [String]) {
    names = Set(
      sources.flatMap { source in
        ["'", "\""].flatMap { source.split(separator: $0, omittingEmptySubsequences: false).dropFirst().dropLast() }
      })
    findsLayersByNames = sources.contains { source in
      source.components(separatedAfter: "layer(").contains { !$0.hasPrefix("'") && !$0.hasPrefix("\"") }
    }
  }

  /// - Parameter layers: `layers` of a composition whose expressions are gone.
  mutating func remove(from layers: JSONValue, _ edits: inout JSONEdits) {
    guard layers.kind == .array else { return }
    let all = layers.children.filter { $0.kind == .object }
    for layer in all { removeEffects(of: layer, &edits) }
    var removed: Set<Int> = []
    // Layers that are left out may have been the only ones that named others.
    while true {
      let found = all.filter { !removed.contains($0.index) && isUnused($0, among: all, removed) }
      guard !found.isEmpty else { return }
      for layer in found {
        removed.insert(layer.index)
        edits.remove(layer)
        count += 1
      }
    }
  }

  private mutating func removeEffects(of layer: JSONValue, _ edits: inout JSONEdits) {
    guard let effects = layer["ef"], effects.kind == .array else { return }
    let controls = effects.children.filter(Self.isControl)
    guard !controls.isEmpty else { return }
    count += controls.count
    if controls.count == effects.count {
      edits.removeMembers("ef", of: layer)
    } else {
      for control in controls { edits.remove(control) }
    }
  }

  /// Whether an effect draws nothing in any player, and holds values for expressions: `ty` 5, which After Effects' controls
  /// have, and effects that the exporter does not know.
  static func isControl(_ effect: JSONValue) -> Bool { effect.integer("ty") == 5 }

  /// Whether a property is one of an effect that is a control.
  ///
  /// - Parameter steps: From the root to the property.
  static func isInControl(_ steps: [JSONTree.Step]) -> Bool {
    steps.indices.dropFirst().contains { position in
      steps[position - 1].value.key == "ef" && isControl(steps[position].value)
    }
  }

  /// Whether a layer shows nothing, and only expressions name it.
  private func isUnused(_ layer: JSONValue, among all: [JSONValue], _ removed: Set<Int>) -> Bool {
    let isNull = layer.integer("ty") == 3
    guard isNull || layer.isTruthy("hd"), !layer.isTruthy("td"), isRead(layer, isNull: isNull) else { return false }
    guard !isMatte(layer, among: all) else { return false }
    guard let index = layer.integer("ind") else { return true }
    return !all.contains { other in
      other.index != layer.index && !removed.contains(other.index)
        && other.namedLayers { !Self.isControl($0) }.contains(index)
    }
  }

  /// Whether an expression names the layer, or may, or the layer is a null with controls.
  private func isRead(_ layer: JSONValue, isNull: Bool) -> Bool {
    if isNull, let effects = layer["ef"], effects.children.contains(where: Self.isControl) { return true }
    guard !findsLayersByNames else { return true }
    guard let name = layer.string("nm"), !name.isEmpty else { return false }
    return isNamed(name)
  }

  /// Whether an expression has a name as a string.
  func isNamed(_ name: String) -> Bool { names.contains(Substring(name)) }

  /// Whether the layer below takes it as its matte, because it names none.
  private func isMatte(_ layer: JSONValue, among all: [JSONValue]) -> Bool {
    guard let position = all.firstIndex(where: { $0.index == layer.index }), position + 1 < all.count else {
      return false
    }
    let next = all[position + 1]
    return next.isTruthy("tt") && next["tp"] == nil
  }
}

extension String {
  /// What follows each occurrence of a text.
  fileprivate func components(separatedAfter text: String) -> [Substring] {
    var rest = self[...]
    var result: [Substring] = []
    while let found = rest.firstRange(of: text) {
      rest = rest[found.upperBound...]
      result.append(rest.drop { $0 == " " })
    }
    return result
  }
}
