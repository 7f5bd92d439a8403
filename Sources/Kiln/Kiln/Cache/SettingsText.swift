/// Values of settings as a text that is the same in every run: members in the order of their declaration, sets and
/// dictionaries sorted.
struct SettingsText {
  private(set) var text = ""

  init(_ value: Any) { add(value) }

  private mutating func add(_ value: Any) {
    let mirror = Mirror(reflecting: value)
    text += "\(type(of: value))"
    let parts = mirror.children.map { ($0.label ?? "") + "=" + SettingsText($0.value).text }
    if mirror.children.isEmpty { text += " \(value)" }
    switch mirror.displayStyle {
    case .set, .dictionary: text += "{\(parts.sorted().joined(separator: ","))}"
    case _ where parts.isEmpty: break
    default: text += "(\(parts.joined(separator: ",")))"
    }
  }
}
