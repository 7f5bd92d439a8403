internal import ArgumentParser
internal import Batch
internal import Diagnostics
internal import Kiln
internal import Project

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// `kiln init`.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a project file for kiln batch.",
    usage: """
      kiln init
      kiln init --to webp -o out
      kiln init --schema > kiln.schema.json
      """,
    discussion: """
      Writes .kiln.yml with a conversion for each folder that holds animations. On a terminal it asks for what the options \
      do not say. An existing file is replaced with --overwrite only.
      """)

  @Option(help: "Format of the results. (default: svga)")
  var to: OutputFormat?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Folder for the results. (default: build)", valueName: "folder"))
  var output: String?

  @Flag(help: "Ask nothing.")
  var yes = false

  @Flag(help: "Replace an existing file.")
  var overwrite = false

  @Flag(help: "Write nothing; print the JSON Schema of project files, which editors take.")
  var schema = false

  @OptionGroup var printing: PrintingOptions

  /// What `--json` prints.
  private struct Report: Encodable {
    var config: String
    var conversions: [String]
    /// Number of animations that were found.
    var animations: Int
  }

  func validate() throws {
    guard let output else { return }
    let names = output.split(separator: "/")
    guard !names.isEmpty, !output.hasPrefix("/"), !output.contains(where: { "{}".contains($0) }) else {
      throw ValidationError("-o takes a folder relative to this one, without braces.")
    }
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
    let groups = AnimationSearch.groups().filter { $0.folder != output }
    let count = groups.reduce(0) { $0 + $1.count }
    let draft = ask(about: groups, printer)
    let bytes = Array(draft.text.utf8)
    // What is written must be right.
    _ = try ProjectFile(bytes, file: path, options: .ofCommands)
    try Files.write(bytes, to: path)
    let report = Report(config: path, conversions: draft.names, animations: count)
    if printing.json { return try CommandResult(json: CommandReport(exitCode: 0, result: report)) }
    let conversions = zip(draft.names, groups).map { name, group in
      "  \(name): \(group.count) file\(group.count == 1 ? "" : "s") in \(group.folder.isEmpty ? "this folder" : group.folder)"
    }
    let next =
      groups.isEmpty
      ? ["There are no animations here yet; change inputs when there are."]
      : conversions + ["`kiln batch` converts them."]
    return CommandResult(json: report, text: (["\(path) written"] + next).joined(separator: "\n"))
  }

  /// The draft with what the user answers.
  private func ask(about groups: [AnimationSearch.Group], _ printer: Printer) -> ProjectDraft {
    var draft = ProjectDraft(format: to ?? .svga, outputFolder: folder(output ?? "build"), groups: groups)
    guard !yes, !printing.json, printer.isInteractive, StandardStreams.isInputTerminal else { return draft }
    let formats = OutputFormat.all.map(\.id)
    while to == nil {
      StandardStreams.writeError("Format of the results (\(formats.joined(separator: ", "))) [\(draft.format.id)]: ")
      guard let answer = StandardStreams.readInputLine(), !answer.isEmpty else { break }
      if let format = OutputFormat(id: answer) {
        draft.format = format
        break
      }
      let near = Spelling.nearest(to: answer, among: formats).map { "; did you mean \($0)?" } ?? ""
      StandardStreams.writeError("There is no format “\(answer)”\(near)\n")
    }
    if output == nil {
      StandardStreams.writeError("Folder for the results [\(draft.outputFolder)]: ")
      let answer = StandardStreams.readInputLine() ?? ""
      if !answer.isEmpty, !answer.hasPrefix("/"), !answer.contains(where: { "{}".contains($0) }) {
        draft.outputFolder = folder(answer)
      }
    }
    return draft
  }

  private func folder(_ path: String) -> String {
    path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }
}
