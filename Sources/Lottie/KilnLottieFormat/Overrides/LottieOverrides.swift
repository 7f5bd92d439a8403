public import KilnDiagnostics
internal import KilnJSON

/// Changes to what a Lottie document says, made in its text before it is read.
public struct LottieOverrides: Sendable, Hashable {
  /// New values of properties.
  public var values: [PropertyChange] = []
  /// Texts of text layers, by key paths or names.
  public var texts: [NamedChange] = []
  /// Images as `data:` URLs, by the names of layers or assets.
  public var images: [NamedChange] = []
  /// Values of slots.
  public var slots: [NamedChange] = []
  /// Layers that are drawn though the file hides them.
  public var shown: [KeyPathPattern] = []

  /// No changes.
  public init() {}

  /// Whether nothing is changed.
  public var isEmpty: Bool {
    values.isEmpty && texts.isEmpty && images.isEmpty && slots.isEmpty && shown.isEmpty
  }

  /// The document with all changes.
  ///
  /// - Throws: `keyPath.unmatched` for a name that is not there; `usage.invalid` for a value that a property cannot have;
  ///   `json.syntax`; `limit.exceeded`.
  public func applied(to document: [UInt8], limits: Limits = Limits()) throws(Diagnostic) -> [UInt8] {
    guard !isEmpty else { return document }
    let tree = try JSONTree(document, readsTextNumbers: true, limits: limits)
    var edits = JSONEdits(tree)
    var walk = NamedProperties(limits: limits)
    try walk.visit(tree.root)
    for value in values { try set(value, walk, &edits) }
    for text in texts { try set(text: text, walk, &edits) }
    for image in images { try set(image: image, tree.root, walk, &edits) }
    for slot in slots { try set(slot: slot, tree.root, &edits) }
    for pattern in shown { try show(pattern, walk, &edits) }
    return edits.applied()
  }

  /// A container whose document has all changes.
  ///
  /// - Throws: As `applied(to:limits:)`.
  public func applied(to container: LottieContainer, limits: Limits = Limits()) throws(Diagnostic) -> LottieContainer {
    var container = container
    do throws(Diagnostic) {
      container.document = try applied(to: container.document, limits: limits)
    } catch {
      throw error.rule == .jsonSyntax ? container.named(error) : error
    }
    return container
  }

  private func set(_ value: PropertyChange, _ walk: NamedProperties, _ edits: inout JSONEdits) throws(Diagnostic) {
    let found = walk.properties.filter { value.path.matches($0.names) }
    guard !found.isEmpty else { throw value.path.unmatched("property", among: walk.properties.map(\.names)) }
    for property in found {
      guard let json = property.json(of: value.text) else {
        throw Diagnostic(
          .usageInvalid,
          "“\(value.text)” is no value for \(KeyPathPattern.text(property.names)), which has \(property.expected)")
      }
      if property.isText {
        replaceTexts(in: property.value, by: value.text, &edits)
      } else {
        edits.replace(property.value, by: "{\"a\":0,\"k\":\(json)}")
      }
    }
  }

  private func set(text: NamedChange, _ walk: NamedProperties, _ edits: inout JSONEdits) throws(Diagnostic) {
    let pattern = KeyPathPattern(text.name)
    let found = walk.layers.filter { layer in
      layer.value["t"]?["d"] != nil && (layer.names.last == text.name || pattern?.matches(layer.names) ?? false)
    }
    guard !found.isEmpty else {
      let names = walk.layers.filter { $0.value["t"]?["d"] != nil }.map(\.names)
      throw (pattern ?? KeyPathPattern("*"))?.unmatched("text layer", among: names)
        ?? Diagnostic(.keyPathUnmatched, "no text layer is called “\(text.name)”")
    }
    for layer in found {
      if let document = layer.value["t"]?["d"] { replaceTexts(in: document, by: text.value, &edits) }
    }
  }

  /// Replaces the text in all keyframes of a text document, which keep their font and style.
  private func replaceTexts(in document: JSONValue, by text: String, _ edits: inout JSONEdits) {
    // After Effects has carriage returns between lines.
    let quoted = JSONText.quoted(text.replacing("\n", with: "\r"))
    guard let keys = document["k"] else { return }
    if let text = keys["t"], text.kind == .string { edits.replace(text, by: quoted) }
    guard keys.kind == .array else { return }
    for key in keys.children { if let text = key["s"]?["t"] { edits.replace(text, by: quoted) } }
  }

  private func set(
    image: NamedChange, _ root: JSONValue, _ walk: NamedProperties, _ edits: inout JSONEdits
  ) throws(Diagnostic) {
    var assets: [JSONValue] = []
    if let list = root["assets"], list.kind == .array {
      assets = list.children.filter { $0["p"]?.kind == .string && $0["layers"] == nil }
    }
    let users = walk.layers.filter { $0.value.integer("ty") == 2 }
    let ofLayers = users.filter { $0.names.last == image.name }.compactMap { $0.value.string("refId") }
    let found = assets.filter { asset in
      guard let id = asset.string("id") else { return false }
      return ofLayers.contains(id) || id == image.name || asset.string("nm") == image.name
    }
    guard !found.isEmpty else {
      let names = users.compactMap { $0.names.last.map { [$0] } } + assets.compactMap { $0.string("id").map { [$0] } }
      guard let pattern = KeyPathPattern(image.name) else {
        throw Diagnostic(.keyPathUnmatched, "no image has the key “\(image.name)”")
      }
      throw pattern.unmatched("image", among: names)
    }
    for asset in found {
      if let file = asset["p"] { edits.replace(file, by: JSONText.quoted(image.value)) }
      if let folder = asset["u"] { edits.replace(folder, by: "\"\"") }
      if let flag = asset["e"] { edits.replace(flag, by: "1") } else { edits.addMember("e", "1", to: asset) }
    }
  }

  private func set(slot: NamedChange, _ root: JSONValue, _ edits: inout JSONEdits) throws(Diagnostic) {
    let slots = root["slots"].map { Array($0.children) } ?? []
    guard let found = slots.first(where: { $0.key == slot.name }), let property = found["p"] else {
      guard let pattern = KeyPathPattern(slot.name) else {
        throw Diagnostic(.keyPathUnmatched, "no slot has the ID “\(slot.name)”")
      }
      throw pattern.unmatched("slot", among: slots.compactMap { $0.key.map { [$0] } })
    }
    let old = NamedProperty(names: [slot.name], value: property)
    guard let json = old.json(of: slot.value) else {
      throw Diagnostic(
        .usageInvalid, "“\(slot.value)” is no value for the slot “\(slot.name)”, which has \(old.expected)")
    }
    if old.isText {
      replaceTexts(in: property, by: slot.value, &edits)
    } else {
      edits.replace(property, by: "{\"a\":0,\"k\":\(json)}")
    }
  }

  private func show(_ pattern: KeyPathPattern, _ walk: NamedProperties, _ edits: inout JSONEdits) throws(Diagnostic) {
    let found = (walk.layers + walk.items).filter { pattern.matches($0.names) }
    guard !found.isEmpty else { throw pattern.unmatched("layer", among: walk.layers.map(\.names)) }
    for item in found { if let hidden = item.value["hd"] { edits.replace(hidden, by: "false") } }
  }
}
