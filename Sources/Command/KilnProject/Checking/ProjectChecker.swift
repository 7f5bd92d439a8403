internal import KilnBatch
internal import KilnDiagnostics

/// Holds the tree of a project file to the table of keys.
struct ProjectChecker {
  /// Name of the file in messages.
  let file: String
  let options: ProjectOptionTable

  /// Checks a value and all that is in it.
  ///
  /// - Parameter name: Name of the value in messages.
  /// - Throws: `config.invalid` at the first place that is wrong.
  func check(_ node: YAMLNode, as value: ProjectKey.Value, _ name: String) throws(Diagnostic) {
    switch value {
    case .version: try checkVersion(node)
    case .flag:
      guard node.bool != nil else { throw wrong(node, "\(name) takes true or false", advice: "without quotes") }
    case .text: _ = try text(of: node, name)
    case .variantName:
      guard try !text(of: node, name).contains("/") else { throw wrong(node, "a name of a variant has no slash") }
    case .inputs:
      for pattern in try texts(of: node, name) where InputPattern(pattern.text) == nil {
        throw wrong(pattern.node, Self.problem(ofInput: pattern.text))
      }
    case .patterns:
      for pattern in try texts(of: node, name) where GlobPattern(pattern.text) == nil {
        throw wrong(pattern.node, "“\(pattern.text)” is no pattern: a bracket or brace is not closed")
      }
    case .outputs: try checkOutputs(try text(of: node, name), node)
    case .mapping(let keys, let scope): try checkMapping(node, keys, scope, name)
    case .named(let keys):
      for entry in try entries(of: node, name) {
        guard !entry.key.isEmpty else { throw wrong(entry, "the name is empty") }
        try check(entry.value, as: .mapping(keys), entry.key)
      }
    case .list(let keys, let scope):
      guard let elements = node.elements else { throw wrong(node, "\(name) takes a list, not \(node.kindName)") }
      for element in elements { try checkMapping(element, keys, scope, "an element of \(name)") }
    case .preset, .targets, .formats, .severity, .rules, .amount, .namePattern, .slots, .extents, .rates, .date:
      try checkDemand(node, as: value, name)
    }
  }

  private func checkMapping(
    _ node: YAMLNode, _ keys: [ProjectKey], _ scope: ProjectOptionTable.Scope?, _ name: String
  ) throws(Diagnostic) {
    for entry in try entries(of: node, name) {
      if let key = keys.first(where: { $0.name == entry.key }) {
        try check(entry.value, as: key.value, key.name)
      } else if let scope {
        try check(entry, in: scope)
      } else {
        throw wrong(entry, "there is no key “\(entry.key)” in \(name)", advice: advice(on: entry.key, among: keys))
      }
    }
    for key in keys where key.isRequired && node[key.name] == nil {
      throw wrong(node, "\(name) has no \(key.name)", advice: "add \(key.name):")
    }
  }

  private func advice(on name: String, among keys: [ProjectKey]) -> String {
    let isOption = options.conversion.contains { $0.name == name } && keys.contains { $0.name == "options" }
    if isOption { return "it is an option; write it under options" }
    return Spelling.nearest(to: name, among: keys.map(\.name)).map { "did you mean \($0)?" }
      ?? "choose one of \(keys.map(\.name).joined(separator: ", "))"
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
    let text = try text(of: node, option.name)
    guard !option.choices.isEmpty, !option.choices.contains(text) else { return }
    let advice =
      Spelling.nearest(to: text, among: option.choices).map { "did you mean \($0)?" }
      ?? "choose one of \(option.choices.joined(separator: ", "))"
    throw wrong(node, "“\(text)” is no value of \(option.name)", advice: advice)
  }

  private func checkVersion(_ node: YAMLNode) throws(Diagnostic) {
    guard case .plain(let text) = node.content, !node.isNull else { throw wrong(node, "version takes a number") }
    guard text != "\(ProjectKey.version)" else { return }
    let isNewer = Int(text).map { $0 > ProjectKey.version } ?? false
    throw wrong(
      node, "this Kiln reads version \(ProjectKey.version) of project files, not “\(text)”",
      advice: isNewer ? "the file is for a newer Kiln" : "write version: \(ProjectKey.version)")
  }

  private func checkOutputs(_ text: String, _ node: YAMLNode) throws(Diagnostic) {
    do throws(OutputNaming.Problem) {
      _ = try OutputNaming(text)
    } catch {
      throw wrong(node, "outputs: \(error.message)", advice: error.advice)
    }
  }

  private static func problem(ofInput text: String) -> String {
    if text.hasPrefix("/") { return "“\(text)”: inputs are relative to the folder of this file" }
    if text.hasPrefix("!") { return "“\(text)”: what shall be left out stands under exclude" }
    if text.split(separator: "/").contains("..") { return "“\(text)”: .. may only stand before the first wildcard" }
    return "“\(text)” is no pattern: a bracket or brace is not closed"
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
