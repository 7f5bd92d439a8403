internal import ArgumentParser
internal import KilnDiagnostics
internal import Kiln
internal import KilnLottieImport
internal import KilnValidation

/// Candidates for the last word of a command line that is being typed, which `kiln complete` prints for the shell.
package struct Completion {
  /// Candidates, one a line. `:files` and `:folders` stand for those that the shell finds, `:open` for a word that goes on.
  package private(set) var lines: [String] = []
  /// The part of the word that candidates replace.
  private var current: String

  /// Completes a command line.
  ///
  /// - Parameter words: The words after `kiln`, the last of which is being typed and may be empty. Bash gives `=` as a word.
  package init(_ words: [String]) {
    var words = words
    if words.last == "=" { words.append("") }
    current = words.last ?? ""
    var before = Array(words.dropLast())
    // The start of a value with an equals sign in it, which the shell keeps.
    var kept = ""
    if before.last == "=" {
      before.removeLast()
      if let start = before.last, !start.hasPrefix("-") {
        before.removeLast()
        kept = start + "="
      }
    }
    current = kept + current
    complete(before)
    lines = lines.map { $0.hasPrefix(kept) ? String($0.dropFirst(kept.count)) : $0 }
  }

  private mutating func complete(_ before: [String]) {
    var before = before
    let isHelp = before.first == "help"
    if isHelp { before.removeFirst() }
    let path = CommandPath(before)
    guard let description = CommandDescription(path.type) else { return }
    let line = TypedLine(path: path, words: before.dropFirst(path.names.count), isHelp: isHelp, description)
    if let option = line.openOption {
      addValues(of: option, line)
    } else if current.hasPrefix("--"), let sign = current.firstIndex(of: "=") {
      addValuesInWord(after: sign, line)
    } else if current.hasPrefix("-") || isHelp && !path.names.isEmpty {
      add(line.unusedOptions)
    } else if !path.type.configuration.subcommands.isEmpty {
      guard line.words.isEmpty else { return }
      let commands = path.type.configuration.subcommands.filter { $0.configuration.shouldDisplay }
      add(commands.compactMap { $0.configuration.commandName } + (path.names.isEmpty && !isHelp ? ["help"] : []))
    } else if let argument = line.nextPositional {
      addValues(of: argument, line)
    }
  }

  /// Values of an option that stands before an equals sign in the same word.
  private mutating func addValuesInWord(after sign: String.Index, _ line: TypedLine) {
    let prefix = current[...sign]
    guard let option = line.option(named: String(current[..<sign])) else { return }
    current = String(current[current.index(after: sign)...])
    addValues(of: option, line)
    lines = lines.map { $0.hasPrefix(":") ? $0 : prefix + $0 }
  }

  private mutating func addValues(
    of argument: CommandDescription.Argument, _ line: TypedLine
  ) {
    let words = line.words
    if let values = argument.allValues, !values.isEmpty { return add(values) }
    switch argument.isPositional ? argument.valueName : argument.name {
    case "target": addList(Target.names)
    case "rule": addRules()
    case "rules", "allow", "deny", "fix-only": add(RuleCatalogue.withCommand.map(\.id))
    case "limit": add(Limit.allCases.map { $0.name + "=" })
    case "to": add(OutputFormat.all.map(\.id))
    case "hide", "show", "solo", "at", "set": addNames(in: words) { $0.keyPaths }
    case "image": addNames(in: words) { $0.keys }
    case "state": addNames(in: words) { $0.states }
    case "marker": addNames(in: words) { $0.markers }
    case "slot": addNames(in: words) { $0.slots }
    default:
      switch argument.valueName {
      case "folder": lines.append(":folders")
      case "file", "path", "input", "output", "a", "b", "report", "page.html", "sheet.png", "picture",
        "frames":
        lines.append(":files")
      default: break
      }
    }
  }

  private mutating func add(_ candidates: [String]) { lines += candidates.filter { $0.hasPrefix(current) } }

  /// Candidates of a list with commas, of which the last part is being typed.
  private mutating func addList(_ candidates: [String]) {
    let parts = current.split(separator: ",", omittingEmptySubsequences: false)
    let given = parts.dropLast()
    let prefix = given.map { $0 + "," }.joined()
    add(candidates.filter { !given.contains(Substring($0)) }.map { prefix + $0 })
  }

  /// Rules and groups, or the severities after an equals sign.
  private mutating func addRules() {
    guard let sign = current.firstIndex(of: "=") else {
      add((RuleSettingArgument.groups + RuleCatalogue.withCommand.map(\.id)).map { $0 + "=" })
      if !lines.isEmpty { lines.append(":open") }
      return
    }
    add(ValidationOptions.Setting.names.map { current[...sign] + $0 })
  }

  /// Names in the first file that the words name.
  private mutating func addNames(in words: ArraySlice<String>, _ names: (FileNames) -> [String]) {
    guard let file = words.first(where: { !$0.hasPrefix("-") && Files.isRegular($0) }), let found = FileNames(file)
    else {
      return
    }
    add(names(found))
    if !lines.isEmpty { lines.append(":open") }
  }
}

/// The words before the one that is being typed, as arguments of a command.
private struct TypedLine {
  let path: CommandPath
  /// The words after the command.
  let words: ArraySlice<String>
  private let options: [CommandDescription.Argument]
  private let positional: [CommandDescription.Argument]
  /// The option whose value is being typed; nil if it is none.
  let openOption: CommandDescription.Argument?

  init(path: CommandPath, words: ArraySlice<String>, isHelp: Bool, _ description: CommandDescription) {
    (self.path, self.words) = (path, words)
    options = (description.arguments ?? []).filter { !$0.isPositional && $0.shouldDisplay }
    positional = (description.arguments ?? []).filter(\.isPositional)
    openOption = isHelp ? nil : options.first { $0.takesValue && $0.has(words.last) }
  }

  /// The option with a name that takes a value.
  func option(named name: String) -> CommandDescription.Argument? { options.first { $0.takesValue && $0.has(name) } }

  /// Long names of options that may stand here.
  var unusedOptions: [String] {
    let given = Set(words)
    return options.filter { option in
      option.isRepeating || !(option.names ?? []).contains { given.contains($0.text) }
    }.compactMap { option in option.names?.max { $0.name.count < $1.name.count }?.text }
  }

  /// The positional argument that is being typed; nil if there are enough.
  var nextPositional: CommandDescription.Argument? {
    var count = 0
    for (index, word) in zip(words.indices, words) where !word.hasPrefix("-") {
      let isValue = index > words.startIndex && option(named: words[index - 1]) != nil
      if !isValue { count += 1 }
    }
    return count < positional.count ? positional[count] : positional.last(where: \.isRepeating)
  }
}

extension CommandDescription.Argument {
  /// Whether a word follows it.
  fileprivate var takesValue: Bool { !isFlag && !isPositional }

  /// Whether a word is one of its names.
  fileprivate func has(_ word: String?) -> Bool { names?.contains { $0.text == word } ?? false }
}

/// Names in an animation by which options refer to parts of it.
private struct FileNames {
  /// Larger files would keep somebody waiting who has pressed a key.
  private static let maximumBytes = 2_000_000

  let keyPaths: [String]
  let keys: [String]
  let markers: [String]
  let states: [String]
  let slots: [String]

  init?(_ path: String) {
    guard let bytes = try? Files.readRegular(path), bytes.count <= Self.maximumBytes else { return nil }
    var log = DiagnosticLog()
    guard
      let source = try? AnimationFile.open(
        bytes, expressions: .ignore, assets: LocalAssets(folders: [], besideFile: path), log: &log),
      let (inspection, baked) = try? Inspection.inspect(source, log: &log)
    else { return nil }
    var seen: Set<String> = []
    keyPaths = SpriteInspection.inspect(baked).map(\.keyPath).filter { seen.insert($0).inserted }
    keys = KeyInspection.inspect(baked).map(\.key)
    markers = inspection.markers.map(\.name)
    states = inspection.stateMachines.flatMap(\.states).filter { !$0.isGlobal }.map(\.name)
    slots = inspection.slots
  }
}
