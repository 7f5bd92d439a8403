internal import ArgumentParser
internal import KilnBatch
internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnPlatform
internal import Kiln

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Selection of files among those in folders and lists.
struct FileSearchOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Of what is in folders and lists only what matches: * within a folder, ** across folders. Repeatable.",
      valueName: "pattern"))
  var include: [GlobArgument] = []

  @Option(help: ArgumentHelp("Leave out what matches. Repeatable.", valueName: "pattern"))
  var exclude: [GlobArgument] = []

  @Flag(name: .customLong("no-gitignore"), help: "Search in folders also what .gitignore names.")
  var ignoresNothing = false

  @Option(
    help: ArgumentHelp(
      "A file with more paths, one a line or with NUL between them; - is standard input.", valueName: "file"))
  var filelist: String?

  @Flag(help: "Skip named and listed files that are no animations, as in folders. There may be none.")
  var skipForeign = false

  @Option(
    help: ArgumentHelp(
      "Only one part of the files, by their paths, such as 1/4 to 4/4; auto takes it from the variables of a cluster or "
        + "CI system, auto/4 where these do not say how many there are.", valueName: "i/n"))
  var shard: ShardArgument?

  /// The lines of the file list; none without one.
  ///
  /// - Throws: Errors of reading the file list.
  func listed() throws(Diagnostic) -> [String] {
    guard let filelist else { return [] }
    return Self.lines(filelist == "-" ? try StandardStreams.readInput() : try Files.read(filelist))
  }

  /// Paths of a list: between NULs if there is one, else between line ends.
  static func lines(_ bytes: [UInt8]) -> [String] {
    let separator = bytes.contains(0) ? 0 : UInt8(ascii: "\n")
    return bytes.split(separator: separator).map { line in
      let isWindows = separator != 0 && line.last == UInt8(ascii: "\r")
      return String(decoding: isWindows ? line.dropLast() : line, as: UTF8.self)
    }.filter { !$0.isEmpty }
  }
}

/// Selection of the files that a batch converts, and names of the results.
struct BatchFileOptions: ParsableArguments {
  @OptionGroup var search: FileSearchOptions

  @Option(
    help: ArgumentHelp(
      "Names of the results without extension, of {dir}, {stem}, {variant}, {scale}, {width} and {height}. "
        + "(default: {dir}/{stem})", valueName: "template"))
  var name: String?

  @Option(
    help: ArgumentHelp(
      "Options of one of several results of each file, such as scale=2 or name=small,width=120. Repeatable.",
      valueName: "options"))
  var variant: [VariantArgument] = []

  /// A file with more paths; nil for none.
  var filelist: String? { search.filelist }
  /// The part of the files that is worked on; nil for all.
  var shard: ShardArgument? { search.shard }

  private var template: OutputTemplate? { name.map { OutputTemplate($0) } ?? .keepingTree }

  /// Checks what can be checked before files are looked for.
  func check(_ command: BatchCommand) throws {
    guard let template else {
      throw ValidationError(
        "--name takes text with {dir}, {stem}, {variant}, {scale}, {width} and {height}, such as '{dir}/{stem}@{scale}x'."
      )
    }
    let variants = try parsedVariants(command)
    for placeholder in template.placeholders {
      let isMissing = variants.contains {
        placeholder == .width && $0.width == nil || placeholder == .height && $0.height == nil
      }
      guard isMissing else { continue }
      throw ValidationError("--name has {\(placeholder)}, which needs --\(placeholder) or a --variant with it.")
    }
  }

  /// A planner with these options.
  ///
  /// - Throws: Errors of reading the file list.
  func planner(_ command: BatchCommand) throws(Diagnostic) -> BatchPlanner {
    guard let format = command.conversion.to, let output = command.output, let template,
      let variants = try? parsedVariants(command)
    else { throw Diagnostic(.internalError, "the options were not checked") }
    var conversion = BatchConversion(outputFolder: output, template: template, variants: variants, format: format)
    conversion.paths = command.paths
    conversion.included = search.include.map(\.pattern)
    conversion.excluded = search.exclude.map(\.pattern)
    conversion.respectsIgnoreFiles = !search.ignoresNothing
    conversion.skipsForeign = search.skipForeign
    conversion.listed = try search.listed()
    var planner = BatchPlanner([conversion], shard: try shard?.resolve().shard)
    planner.earlierResults = command.cache.earlierResults(besides: output)
    return planner
  }

  /// Name of an option that was given and is for named files and folders only; nil if there is none.
  var givenForPaths: String? {
    let all = [
      ("--include", !search.include.isEmpty), ("--exclude", !search.exclude.isEmpty), ("--name", name != nil),
      ("--variant", !variant.isEmpty), ("--no-gitignore", search.ignoresNothing),
      ("--skip-foreign", search.skipForeign),
    ]
    return all.first(where: \.1)?.0
  }

  /// The variants, each parsed as if its options stood on the command line.
  private func parsedVariants(_ command: BatchCommand) throws -> [BatchVariant] {
    let arguments = BatchArguments.current
    guard !variant.isEmpty else { return [command.variant(name: nil, arguments: arguments)] }
    return try variant.map { variant in
      let all = BatchArguments.adding(variant.arguments, to: arguments)
      do {
        return try BatchArguments.parseVariant(all).variant(name: variant.name, arguments: all)
      } catch {
        let message = BatchCommand.message(for: error)
        throw ValidationError(
          message.hasPrefix("Unknown option")
            ? "--variant takes options with values, such as width=120 or scale=2,fps=15; “\(variant.text)” is none."
            : "--variant \(variant.text): \(message)")
      }
    }
  }
}

extension BatchCommand {
  /// The values that names of outputs are made of.
  func variant(name: String?, arguments: [String]) -> BatchVariant {
    var variant = BatchVariant(
      name: name, scale: (conversion.scale ?? 1).shortDescription, width: conversion.size.width.map(String.init),
      height: conversion.size.height.map(String.init), arguments: arguments)
    variant.still = conversion.posterOut
    if let format = conversion.to { variant.layout = try? conversion.formatOptions.group(of: format).layout }
    return variant
  }
}

/// Number of workers, their limits, and when a batch stops early.
struct BatchWorkerOptions: ParsableArguments {
  @Option(name: [.customShort("j"), .customLong("jobs")], help: "Files that are worked on at the same time.")
  var jobs: Int = SystemProcessors.available

  @OptionGroup var bounds: FileBoundOptions

  @Flag(help: "Begin no more files after the first that fails.")
  var failFast = false

  @Option(help: ArgumentHelp("Begin no more files after so many that fail.", valueName: "number"))
  var maxFailures: Int?

  func validate() throws {
    guard (1...1024).contains(jobs) else { throw ValidationError("-j takes a number from 1 to 1024.") }
    if let maxFailures, maxFailures < 1 { throw ValidationError("--max-failures takes a number above 0.") }
  }

  /// Number of failed files after which no more are begun; nil for any.
  var maximumFailures: Int? { failFast ? 1 : maxFailures }

  /// Settings for workers of this program.
  func settings(_ policy: FilePolicy) -> BatchRunner.Settings {
    var settings = BatchRunner.Settings(executable: BatchArguments.executable, arguments: ["worker"])
    settings.workers = jobs
    settings.fileTimeout = .seconds(bounds.seconds(policy) ?? Double(policy.limits[.time]))
    settings.fileMemory = bounds.memory.map(\.count) ?? policy.limits[.memory]
    settings.maximumFailures = maximumFailures
    return settings
  }
}

/// A glob pattern on the command line.
struct GlobArgument: ExpressibleByArgument {
  let pattern: GlobPattern
  init?(argument: String) {
    guard let pattern = GlobPattern(argument) else { return nil }
    self.pattern = pattern
  }
}

/// `option=value,option=value,flag`, and `name=…` for `{variant}`.
struct VariantArgument: ExpressibleByArgument {
  let text: String
  let name: String?
  /// The same as on the command line.
  let arguments: [String]

  /// Options of the batch itself, which cannot differ between its files.
  private static let refused: Set<String> = [
    "to", "output", "include", "exclude", "no-gitignore", "filelist", "skip-foreign", "variant", "shard", "jobs",
    "timeout", "memory",
    "file-timeout", "file-memory", "untrusted", "limit", "fail-fast", "max-failures", "cache", "no-cache", "force",
    "retry-failed", "prune", "depfile", "watch", "json",
    "quiet", "verbose", "color", "report", "help", "version", "overwrite",
    "dry-run", "config", "no-config", "allow-outside", "only", "print-config",
  ]

  init?(argument: String) {
    text = argument
    var name: String?
    var arguments: [String] = []
    for part in Self.parts(argument) {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let key = sides.first, !key.isEmpty, !key.hasPrefix("-"), !Self.refused.contains(key) else { return nil }
      guard key != "name" else {
        guard sides.count == 2, !sides[1].isEmpty, !sides[1].contains("/") else { return nil }
        name = sides[1]
        continue
      }
      arguments.append((key == "O" ? "-O" + (sides.count == 2 ? sides[1] : "") : "--" + part))
    }
    guard name != nil || !arguments.isEmpty else { return nil }
    self.name = name
    self.arguments = arguments
  }

  /// The text between commas, but for those within parentheses as in `rgb(1, 2, 3)`.
  private static func parts(_ text: String) -> [String] {
    var parts = [""]
    var depth = 0
    for character in text {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if character == ",", depth <= 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts
  }
}
