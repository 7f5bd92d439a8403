internal import ArgumentParser
internal import KilnBatch
internal import KilnDiagnostics
internal import Kiln
internal import KilnProject

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A batch that follows a project file.
struct ProjectBatch {
  let file: ProjectFile
  /// The command with what the file says of the whole batch; its paths are relative to the folder of the file.
  let command: BatchCommand
  /// The conversions that are asked for.
  let resolvers: [ProjectResolver]
  /// All others.
  private let others: [ProjectResolver]
  private let confinement: ProjectConfinement
  /// Findings about environment variables.
  let warnings: [Diagnostic]
  /// Path of the start folder relative to the folder of the project file; empty if they are the same.
  let prefix: String
  /// Name of the file in its folder.
  let path: String

  /// Finds and reads the project file of a command, and makes its folder the working folder: everything in the file is
  /// relative to it, and so results and reports are the same wherever the command is started.
  ///
  /// - Throws: `config.notFound`, `config.invalid`; `usage.invalid` if there is no project file, or none of its
  ///   conversions has a name that `--only` says.
  static func open(_ command: BatchCommand) throws(Diagnostic) -> ProjectBatch {
    let start = FileManager.default.currentDirectoryPath
    let location = try ProjectLocation(config: command.project.file.config, from: start)
    let file = try read(location.path, shown: location.shown)
    guard !file.conversions.isEmpty else {
      throw Diagnostic(
        .configInvalid, "\(location.shown) has no conversions", advice: "name files or folders with --to and -o")
    }
    // Workers are started by it, and it may be relative.
    _ = BatchArguments.executable
    guard FileManager.default.changeCurrentDirectoryPath(location.folder) else {
      throw Diagnostic(.configNotFound, "the folder \(location.folder) cannot be entered")
    }
    return try ProjectBatch(file, command, prefix: location.prefix(from: start), path: location.name)
  }

  /// The same command with what the file says now.
  ///
  /// - Throws: As `open(_:)`.
  func reread() throws(Diagnostic) -> ProjectBatch {
    try ProjectBatch(try Self.read(path, shown: file.file), command, prefix: prefix, path: path)
  }

  static func read(_ path: String, shown: String) throws(Diagnostic) -> ProjectFile {
    let bytes: [UInt8]
    var limits = Limits()
    limits.inputBytes = YAMLReader.Limits().bytes
    do throws(Diagnostic) {
      bytes = try Files.read(path, limits: limits)
    } catch {
      let rule = error.rule == .limitExceeded ? Rule.configInvalid : .configNotFound
      throw Diagnostic(rule, "\(shown): \(error.message)", advice: error.advice)
    }
    return try ProjectFile(bytes, file: shown, options: .ofCommands)
  }

  private init(
    _ file: ProjectFile, _ command: BatchCommand, prefix: String, path: String
  ) throws(Diagnostic) {
    self.path = path
    let tokens = CommandToken.tokens(of: BatchArguments.current, CommandOption.ofBatch)
      .map { $0.rebased(prefix) }
    let options = CommandOption.ofConversions
    let environment = try OptionEnvironment(
      ProcessInfo.processInfo.environment, options.filter { $0.isLasting && $0.name != "to" })
    let above = environment.assignments + Self.assignments(tokens, options)
    self.file = file
    self.prefix = prefix
    warnings = environment.warnings
    self.command = try Self.command(file, tokens)
    confinement = try ProjectConfinement(file, command.project.file, command.source.limits.policy)
    try confinement.checkBatch()
    let names = try Self.names(of: file, only: command.project.only)
    var resolvers: [ProjectResolver] = []
    var others: [ProjectResolver] = []
    for conversion in file.conversions {
      if names.contains(conversion.name) {
        try confinement.check(conversion)
        resolvers.append(try ProjectResolver(file, conversion, above: above))
      } else {
        // Options of this run do not apply to conversions that it leaves out.
        others.append(try ProjectResolver(file, conversion, above: []))
      }
    }
    (self.resolvers, self.others) = (resolvers, others)
  }

  /// The plan of the conversions that are asked for.
  ///
  /// - Throws: `config.invalid` if two outputs would have one name; `config.outside`; otherwise as `BatchPlanner.plan()`.
  func plan() throws(Diagnostic) -> BatchPlan {
    let planner = try planner()
    return try withProjectFileAtFault { () throws(Diagnostic) in try planner.plan() }
  }

  /// The inputs of the conversions that are asked for.
  ///
  /// - Throws: As `plan()`.
  func inputs() throws(Diagnostic) -> [BatchPlanner.PlannedInput] {
    let planner = try planner()
    return try withProjectFileAtFault { () throws(Diagnostic) in try planner.inputs() }
  }

  /// Runs `body`, and reports wrong output names as faults of the project file if they come from it.
  private func withProjectFileAtFault<Result>(_ body: () throws(Diagnostic) -> Result) throws(Diagnostic) -> Result {
    do throws(Diagnostic) {
      return try ProjectConfinement.advised(body)
    } catch {
      guard error.rule == .usageInvalid, error.message.hasPrefix(file.file + ":") else { throw error }
      throw Diagnostic(.configInvalid, error.message, advice: error.advice)
    }
  }

  private func planner() throws(Diagnostic) -> BatchPlanner {
    var conversions: [BatchConversion] = []
    for resolver in resolvers { conversions.append(try resolver.batchConversion()) }
    var planner = BatchPlanner(conversions, shard: try command.files.shard?.resolve().shard)
    for other in others { planner.others.append(try other.batchConversion()) }
    planner.boundary = confinement.boundary
    planner.earlierResults = command.cache.earlierResults(besides: ".")
    return planner
  }

  /// Names of the conversions selected by `--only`; all of them without it.
  private static func names(of file: ProjectFile, only names: [String]) throws(Diagnostic) -> [String] {
    let all = file.conversions.map(\.name)
    for name in names where !all.contains(name) {
      let near = Spelling.nearest(to: name, among: all).map { "did you mean “\($0)”?" }
      throw Diagnostic(
        .usageInvalid, "\(file.file) has no conversion “\(name)”",
        advice: near ?? "it has \(all.joined(separator: ", "))")
    }
    return names.isEmpty ? all : names
  }

  /// The command line with the file's options of the whole batch that it does not say itself.
  private static func command(_ file: ProjectFile, _ tokens: [CommandToken]) throws(Diagnostic) -> BatchCommand {
    let given = tokens.compactMap { token in if case .option(let option, _) = token { option.name } else { nil } }
    let settings = file.batch.filter { !given.contains($0.name) }
    let line = tokens.map(\.argument)
    for count in 0...settings.count {
      let arguments = settings.prefix(count).flatMap { OptionAssignment($0, OptionOrigin.conversion).arguments }
      do {
        let command = try BatchCommand.parse(arguments + line)
        if count == settings.count { return command }
      } catch {
        guard count > 0 else { break }
        throw Diagnostic(
          .configInvalid, BatchCommand.message(for: error), in: file.file, at: settings[count - 1].position)
      }
    }
    throw Diagnostic(.internalError, "the command line was not checked")
  }

  /// Options of conversions on the command line.
  private static func assignments(_ tokens: [CommandToken], _ options: [CommandOption]) -> [OptionAssignment] {
    let names = Set(options.map(\.name))
    var order: [String] = []
    var values: [String: [String]] = [:]
    for case .option(let option, let value) in tokens where names.contains(option.name) {
      if values[option.name] == nil { order.append(option.name) }
      let earlier = option.isRepeatable ? values[option.name] ?? [] : []
      values[option.name] = earlier + (value.map { [$0] } ?? [])
    }
    return order.map { name in
      let own = values[name] ?? []
      return OptionAssignment(name: name, value: own.isEmpty ? .flag(true) : .values(own), origin: .commandLine)
    }
  }
}

extension CommandToken {
  /// The same with a path that is relative to another folder.
  ///
  /// - Parameter prefix: The old folder, as seen from the new one; empty if they are the same.
  fileprivate func rebased(_ prefix: String) -> CommandToken {
    guard case .option(let option, let value?) = self, option.isPath, !prefix.isEmpty, value != "-",
      !value.hasPrefix("/")
    else { return self }
    return .option(option, value: prefix + "/" + value)
  }
}
