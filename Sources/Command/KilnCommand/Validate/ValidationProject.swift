internal import KilnBatch
internal import KilnDiagnostics
internal import KilnDigests
internal import Kiln
internal import KilnProject
internal import KilnValidation

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The project file that a validation follows. Command and workers open the same one, and get the same options for a path.
struct ValidationProject {
  /// The project file as read.
  let file: ProjectFile
  private let location: ProjectLocation
  private let options: ProjectFileOptions
  /// Says whether the project is one of a stranger.
  private let policy: FilePolicy
  /// Absolute path of the folder that paths are relative to.
  private var start: String
  /// The day that decides about exceptions.
  private let today: ProjectDate
  /// Sources of results by their paths relative to the folder of the file, found when they are asked for.
  private let deliverables = DeliverableTable()

  /// The `validation` section of the file; nil if there is none.
  var validation: ProjectValidation? { file.validation }

  /// Finds and reads the project file.
  ///
  /// - Parameters:
  ///   - policy: Says whether it is one of a stranger.
  ///   - isNeeded: Whether there must be one.
  /// - Returns: Nil if there is none, or none is wanted.
  /// - Throws: `config.notFound`, `config.invalid`; `usage.invalid` if one is needed and there is none.
  static func open(
    _ options: ProjectFileOptions, _ policy: FilePolicy, isNeeded: Bool
  ) throws(Diagnostic) -> ValidationProject? {
    guard !options.ignoresConfig else {
      guard !isNeeded else {
        throw Diagnostic(.usageInvalid, "there is nothing to check", advice: "name files or folders")
      }
      return nil
    }
    let start = FileManager.default.currentDirectoryPath
    let location: ProjectLocation
    do throws(Diagnostic) {
      location = try ProjectLocation(config: options.config, from: start)
    } catch {
      guard error.rule == .usageInvalid else { throw error }
      guard !isNeeded else {
        throw Diagnostic(
          .usageInvalid, "there is no \(ProjectFile.name) in this folder or above it",
          advice: "name files or folders, or write a project file with `kiln init`")
      }
      return nil
    }
    return ValidationProject(
      file: try ProjectBatch.read(location.path, shown: location.shown), location: location, options: options,
      policy: policy, start: start, today: today)
  }

  /// Today in UTC; `SOURCE_DATE_EPOCH` takes the place of the clock, as in reproducible builds.
  private static var today: ProjectDate {
    let fixed = ProcessInfo.processInfo.environment["SOURCE_DATE_EPOCH"].flatMap { Int($0) }
    return ProjectDate(secondsSince1970: fixed ?? Int(Date().timeIntervalSince1970))
  }

  /// The options of a file.
  ///
  /// - Parameter options: Options of the command line, which take precedence.
  func options(for path: String, over options: ValidationOptions) -> ValidationOptions {
    var result = options
    result.fileName = path == "-" ? nil : path.split(separator: "/").last.map(String.init)
    result.levels = levels(for: path).map { $0.settings(on: today, file: file.file) }
    return result
  }

  /// Levels of demands on a path, in ascending order of precedence; all levels for nil.
  func levels(for path: String?) -> [ProjectDemandLevel] {
    guard let path else { return validation?.levels ?? [] }
    return validation?.levels(for: relative(path)) ?? []
  }

  /// Whether an exception holds no longer.
  func isExpired(_ level: ProjectDemandLevel) -> Bool { level.isExpired(on: today) }

  /// A digest of all that the options of files depend on, but the files' names.
  var digest: SHA256Digest {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let levels = (validation?.levels ?? []).map { level in
      let settings = try? encoder.encode(level.settings(on: today, file: file.file))
      return "\(level.files.map { $0.map(\.text) })" + String(decoding: settings ?? Data(), as: UTF8.self)
    }
    return SHA256Digest(ofTexts: [location.folder] + levels)
  }

  /// Name of the file in its folder.
  var name: String { location.name }

  /// A path as it is from any folder.
  func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : start + "/" + path }

  /// A path relative to the folder of the project file; without a slash at its start if it lies elsewhere.
  private func relative(_ path: String) -> String {
    guard path != "-" else { return path }
    var names: [Substring] = []
    for name in (path.hasPrefix("/") ? path : start + "/" + path).split(separator: "/") where name != "." {
      if name == ".." { names = names.dropLast() } else { names.append(name) }
    }
    let folder = location.folder.split(separator: "/")
    return (names.starts(with: folder) ? names.dropFirst(folder.count) : names[...]).joined(separator: "/")
  }

  /// The files that the project names, with its folder as the working folder: everything in the file is relative to it.
  ///
  /// - Throws: `config.invalid` for conversions that are wrong; `config.outside`; `usage.invalid` if there is no such file.
  func entered() throws(Diagnostic) -> (ValidationProject, [FoundFile]) {
    // Workers are started by it, and it may be relative.
    _ = BatchArguments.executable
    guard FileManager.default.changeCurrentDirectoryPath(location.folder) else {
      throw Diagnostic(.configNotFound, "the folder \(location.folder) cannot be entered")
    }
    var result = self
    result.start = location.folder
    let patterns = (validation?.files ?? []).compactMap { text in
      InputPattern(text.text, place: "\(file.file):\(text.position.line):\(text.position.column)")
    }
    let confinement = try ProjectConfinement(file, options, policy)
    try confinement.check(inputs: validation?.files ?? [])
    let files = patterns.isEmpty ? try result.filesOfConversions() : PatternSearch.files(matching: patterns)
    try confinement.check(found: files.map(\.path))
    guard !files.isEmpty else {
      throw Diagnostic(
        .usageInvalid, "\(file.file) names no files that are there",
        advice: "name files or folders, or say them as validation: files:")
    }
    return (result, files)
  }

  /// The source that a file was made of; nil if it is not a result of a conversion.
  func source(of path: String) -> DeliverableSource? {
    guard !file.conversions.isEmpty, path != "-" else { return nil }
    return deliverables.sources { findDeliverables() }[relative(path)]
  }

  /// The results of all conversions. What is wrong with conversions is said by `kiln batch`; there are none then.
  private func findDeliverables() -> [String: DeliverableSource] {
    let before = FileManager.default.currentDirectoryPath
    // Patterns are relative to the folder of the file.
    guard FileManager.default.changeCurrentDirectoryPath(location.folder) else { return [:] }
    defer { _ = FileManager.default.changeCurrentDirectoryPath(before) }
    var found: [String: DeliverableSource] = [:]
    do throws(Diagnostic) {
      let resolvers = try resolvers()
      for input in try inputs(resolvers) {
        let variants = try resolvers[input.conversion].variants(of: input.path)
        for (variant, output) in zip(variants, input.outputs) {
          found[output] = DeliverableSource(
            input: location.folder + "/" + input.path, name: input.path, arguments: variant.arguments)
        }
      }
    } catch {
      return [:]
    }
    return found
  }

  private func resolvers() throws(Diagnostic) -> [ProjectResolver] {
    var resolvers: [ProjectResolver] = []
    for conversion in file.conversions { resolvers.append(try ProjectResolver(file, conversion, above: [])) }
    return resolvers
  }

  /// The inputs of all conversions.
  ///
  /// - Throws: `config.outside`, and as `BatchPlanner.inputs()`.
  private func inputs(_ resolvers: [ProjectResolver]) throws(Diagnostic) -> [BatchPlanner.PlannedInput] {
    let confinement = try ProjectConfinement(file, options, policy)
    for conversion in file.conversions { try confinement.check(conversion) }
    var conversions: [BatchConversion] = []
    for resolver in resolvers { conversions.append(try resolver.batchConversion()) }
    var planner = BatchPlanner(conversions, shard: nil)
    planner.boundary = confinement.boundary
    planner.earlierResults = { EarlierResults(folder: ".") }
    return try ProjectConfinement.advised { () throws(Diagnostic) in try planner.inputs() }
  }

  /// Inputs of all conversions, and those of their results that are there.
  private func filesOfConversions() throws(Diagnostic) -> [FoundFile] {
    guard !file.conversions.isEmpty else { return [] }
    let inputs = try inputs(try resolvers())
    let outputs = inputs.flatMap(\.outputs).filter { Files.exists($0) && !Files.isFolder($0) }
    return inputs.map { FoundFile(path: $0.path, isNamed: $0.isNamed) }
      + outputs.map { FoundFile(path: $0, isNamed: false) }
  }
}

/// Remembers what is found once.
private final class DeliverableTable {
  private var known: [String: DeliverableSource]?

  func sources(_ find: () -> [String: DeliverableSource]) -> [String: DeliverableSource] {
    if let known { return known }
    let found = find()
    known = found
    return found
  }
}
