internal import KilnDiagnostics

/// Holds the tree of a project file to the table of keys.
struct ProjectChecker {
  /// Name of the file in messages.
  let file: String
  let options: ProjectOptionTable

  /// Checks that a mapping has keys of a table, and options of a scope.
  func checkMapping(
    _ node: YAMLNode, _ keys: [ProjectKey], _ scope: ProjectOptionTable.Scope?, _ name: String
  ) throws(Diagnostic) {
    for entry in try entries(of: node, name) {
      if let key = keys.first(where: { $0.name == entry.key }) {
        try key.value.check(self, entry.value, key.name)
      } else if let scope {
        try check(entry, in: scope)
      } else {
        throw wrong(entry, "there is no key “\(entry.key)” in \(name)", advice: advice(on: entry.key, among: keys))
      }
    }
    for key in keys where key.isRequired && node[key.name] == nil {
      let value = key.name == "version" ? " \(ProjectKey.version)" : ""
      throw wrong(node, "\(name) has no \(key.name)", advice: "add \(key.name):\(value)")
    }
  }

  private func advice(on name: String, among keys: [ProjectKey]) -> String {
    let isOption = options.conversion.contains { $0.name == name } && keys.contains { $0.name == "options" }
    if isOption { return "it is an option; write it under options" }
    return Self.advice(on: name, among: keys.map(\.name))
  }

  /// Advice on a word that is none of those that there are.
  static func advice(on text: String, among words: [String]) -> String {
    Spelling.nearest(to: text, among: words).map { "did you mean \($0)?" }
      ?? "choose one of \(words.joined(separator: ", "))"
  }

  private func check(_ entry: YAMLEntry, in scope: ProjectOptionTable.Scope) throws(Diagnostic) {
    guard let option = options.options(scope).first(where: { $0.name == entry.key }) else {
      let problem =
        options.conversion.contains { $0.name == entry.key } && scope == .part
        ? "“\(entry.key)” holds for the whole conversion" : "there is no option “\(entry.key)” here"
      throw wrong(entry, problem, advice: options.advice(on: entry.key, in: scope))
    }
    if option.isFlag {
      guard entry.value.bool == nil else { return }
      throw wrong(entry.value, "\(option.name) takes true or false", advice: "without quotes")
    }
    if let elements = entry.value.elements {
      guard option.isRepeatable else { throw wrong(entry.value, "\(option.name) takes one value, not a list") }
      for element in elements { try checkValue(element, of: option) }
    } else {
      try checkValue(entry.value, of: option)
    }
  }

  private func checkValue(_ node: YAMLNode, of option: ProjectOption) throws(Diagnostic) {
    guard !option.choices.isEmpty else {
      _ = try text(of: node, option.name)
      return
    }
    try checkChoice(node, option.name, option.choices)
  }

  /// Checks that a text is one of some words.
  func checkChoice(_ node: YAMLNode, _ name: String, _ choices: [String]) throws(Diagnostic) {
    let text = try text(of: node, name)
    guard !choices.contains(text) else { return }
    throw wrong(node, "“\(text)” is no value of \(name)", advice: Self.advice(on: text, among: choices))
  }

  // MARK: - Kinds of values

  func entries(of node: YAMLNode, _ name: String) throws(Diagnostic) -> [YAMLEntry] {
    guard let entries = node.entries else {
      throw wrong(node, "\(name) takes a mapping of keys to values, not \(node.kindName)")
    }
    return entries
  }

  func text(of node: YAMLNode, _ name: String) throws(Diagnostic) -> String {
    if node.isNull || node.text == "" {
      throw wrong(node, "\(name) has no value", advice: "a text that begins with # needs quotes")
    }
    if let bool = node.bool {
      throw wrong(node, "\(name) takes a text, not \(bool)", advice: "if it is meant as a text, write \"\(bool)\"")
    }
    guard let text = node.text else { throw wrong(node, "\(name) takes a text, not \(node.kindName)") }
    return text
  }

  /// One text or the texts of a list, which is not empty.
  func texts(of node: YAMLNode, _ name: String) throws(Diagnostic) -> [(text: String, node: YAMLNode)] {
    guard let elements = node.elements else { return [(try text(of: node, name), node)] }
    guard !elements.isEmpty else { throw wrong(node, "\(name) is empty") }
    var texts: [(String, YAMLNode)] = []
    for element in elements { texts.append((try text(of: element, "an element of \(name)"), element)) }
    return texts
  }

  // MARK: - Findings

  func wrong(_ node: YAMLNode, _ message: String, advice: String? = nil) -> Diagnostic {
    Diagnostic(.configInvalid, message, in: file, at: node.position, advice: advice)
  }

  func wrong(_ entry: YAMLEntry, _ message: String, advice: String? = nil) -> Diagnostic {
    Diagnostic(.configInvalid, message, in: file, at: entry.position, advice: advice)
  }
}
