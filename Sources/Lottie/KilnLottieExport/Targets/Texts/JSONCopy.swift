internal import KilnJSON

/// An object's text with some members changed, for copies of it elsewhere.
struct JSONCopy {
  private let object: JSONValue
  private var members: [(name: String, text: String)] = []
  private var removed: Set<String> = []

  init(_ object: JSONValue) { self.object = object }

  /// Sets a member, in place of one that may be there.
  mutating func set(_ name: String, _ text: String) { members.append((name, text)) }

  /// Leaves members out.
  mutating func remove(_ names: String...) { removed.formUnion(names) }

  var text: String {
    let changed = removed.union(members.map(\.name))
    let kept = object.children.compactMap { child -> String? in
      guard let key = child.key, !changed.contains(key) else { return nil }
      return "\(JSONText.quoted(key)):\(String(decoding: child.source, as: UTF8.self))"
    }
    return "{\((kept + members.map { "\(JSONText.quoted($0.name)):\($0.text)" }).joined(separator: ","))}"
  }
}
