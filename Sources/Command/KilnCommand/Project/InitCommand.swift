internal import ArgumentParser
internal import KilnBatch
internal import KilnDiagnostics
internal import Kiln
package import KilnProject

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// `kiln init`.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a project file for kiln batch and kiln validate.",
    usage: """
      kiln init
      kiln init --to webp -o out
      kiln init --preset svga-gift
      kiln init --schema > kiln.schema.json
      """,
    discussion: """
      Writes .kiln.yml with a conversion for each folder that holds animations. On a terminal it asks for what the options \
      do not say. An existing file is replaced with --overwrite only. --preset adds what `kiln validate` demands; where \
      designs are shipped as they are, there are no conversions unless --to asks for them.
      """)

  @Option(help: "Format of the results. (default: svga)")
  var to: OutputFormat?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Folder for the results. (default: build)", valueName: "folder"))
  var output: String?

  @Option(help: "Demands on animations.")
  var preset: ValidationPreset?

  @Flag(name: .customLong("no-gitignore"), help: "Search also what .gitignore names.")
  var ignoresNothing = false

  @Flag(help: "Ask nothing.")
  var yes = false

  @Flag(help: "Replace an existing file.")
  var overwrite = false

  @Flag(help: "Write nothing; print the JSON Schema of project files, which editors take.")
  var schema = false

  @OptionGroup var printing: PrintingOptions

  /// JSON output of `kiln init`.
  private struct Report: Encodable {
    var config: String
    var conversions: [String]
    /// Number of animations that were found.
    var animations: Int
  }

  func validate() throws {
    guard let output, !Self.isInside(output) else { return }
    throw ValidationError("-o takes a folder inside of this one, without braces.")
  }

  /// Whether a text names a folder inside of the working folder.
  private static func isInside(_ folder: String) -> Bool {
    let names = folder.split(separator: "/")
    return !names.isEmpty && !names.contains("..") && !folder.hasPrefix("/")
      && !folder.contains { "{}".contains($0) }
  }

  func run() throws {
    let printer = Printer(printing)
    do throws(Diagnostic) {
      if schema {
        return try StandardStreams.writeOutput(Array(ProjectSchema(.ofCommands).json.utf8))
      }
      try printer.print(try write(printer))
    } catch {
      printer.print(error, for: "init")
      let code = error.rule.fault.exitCode
      if printer.printsJSON { try? printer.print(CommandResult(json: CommandReport(exitCode: code, error: error))) }
      throw ExitCode(code)
    }
  }

  private func write(_ printer: Printer) throws(Diagnostic) -> CommandResult {
    let path = ProjectFile.name
    guard overwrite || !Files.exists(path) else {
      throw Diagnostic(.outputExists, "\(path) is there already", advice: "change it, or add --overwrite")
    }
    let groups = AnimationSearch.groups(respectsIgnoreFiles: !ignoresNothing).filter { $0.folder != output }
    let count = groups.reduce(0) { $0 + $1.count }
    let draft = ask(about: groups, printer)
    let bytes = Array(draft.text.utf8)
    // Check the draft before it is written.
    _ = try ProjectFile(bytes, file: path, options: .ofCommands)
    try Files.write(bytes, to: path)
    let report = Report(config: path, conversions: draft.names, animations: count)
    if printing.json { return try CommandResult(json: CommandReport(exitCode: 0, result: report)) }
    let titles = draft.isConverting ? draft.names.map { $0 + ": " } : groups.map { _ in "" }
    let conversions = zip(titles, groups).map { title, group in
      "  \(title)\(group.count) file\(group.count == 1 ? "" : "s") in \(group.folder.isEmpty ? "this folder" : group.folder)"
    }
    let next =
      groups.isEmpty
      ? ["There are no animations here yet; change inputs when there are."]
      : conversions + (draft.isConverting ? ["`kiln batch` converts them."] : [])
        + (draft.preset == nil ? [] : ["`kiln validate` checks them."]) + Self.ignoreAdvice(draft)
    return CommandResult(json: report, texts: ["\(path) written"] + next)
  }

  /// Advice to keep the state of batches out of the repository, unless that is so.
  private static func ignoreAdvice(_ draft: ProjectDraft) -> [String] {
    guard draft.isConverting else { return [] }
    let lines = (try? Files.readRegular(".gitignore")).map { String(decoding: $0, as: UTF8.self) } ?? ""
    guard !lines.split(whereSeparator: \.isNewline).contains(where: { $0.contains(".kiln-state") }) else { return [] }
    return ["`kiln batch` remembers in .kiln-state what is up to date; add a line to .gitignore: .kiln-state*"]
  }

  /// The draft with what the user answers.
  private func ask(about groups: [AnimationSearch.Group], _ printer: Printer) -> ProjectDraft {
    var draft = ProjectDraft(
      format: to ?? preset?.format ?? .svga, outputFolder: folder(output ?? "build"), groups: groups)
    draft.preset = preset
    draft.isConverting = to != nil || output != nil || preset == nil || preset?.format != nil
    guard !yes, !printing.json, printer.isInteractive, StandardStreams.isInputTerminal else { return draft }
    if to == nil, preset == nil {
      draft.format = answer("Format of the results", OutputFormat.all.map { ($0.id, $0) }, standard: draft.format.id)
    }
    if output == nil, draft.isConverting {
      StandardStreams.printError("Folder for the results [\(draft.outputFolder)]: ", end: "")
      let answer = StandardStreams.readInputLine() ?? ""
      if Self.isInside(answer) { draft.outputFolder = folder(answer) }
    }
    if preset == nil {
      let presets: [(String, ValidationPreset?)] = [("none", nil)] + ValidationPreset.all.map { ($0.name, $0) }
      draft.preset = answer("Demands on animations", presets, standard: "none")
    }
    return draft
  }

  /// Asks until the answer is one of the names, or empty for the standard.
  private func answer<Value>(_ question: String, _ values: [(name: String, value: Value)], standard: String) -> Value {
    let names = values.map(\.name)
    var chosen = standard
    while true {
      StandardStreams.printError("\(question) (\(names.joined(separator: ", "))) [\(standard)]: ", end: "")
      guard let answer = StandardStreams.readInputLine(), !answer.isEmpty else { break }
      if names.contains(answer) {
        chosen = answer
        break
      }
      let near = Spelling.nearest(to: answer, among: names).map { "; did you mean \($0)?" } ?? ""
      StandardStreams.printError("There is no “\(answer)”\(near)")
    }
    return (values.first { $0.name == chosen } ?? values[0]).value
  }

  private func folder(_ path: String) -> String {
    path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }
}

extension ValidationPreset: ExpressibleByArgument {
  /// A preset by its name.
  package init?(argument: String) { self.init(named: argument) }
  /// The name.
  package var defaultValueDescription: String { name }
  /// Names of all presets.
  package static var allValueStrings: [String] { all.map(\.name) }
}
