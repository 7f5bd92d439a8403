internal import KilnBatch
internal import KilnDiagnostics
internal import Kiln
internal import KilnProject

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Holds the paths that a project file names to its folder, which is the working folder: who runs a project of somebody else,
/// as CI does with a pull request, expects it to read and write its own files only.
struct ProjectConfinement {
  private let file: ProjectFile
  /// The folder of the project; nil if it may name any path.
  let boundary: PathBoundary?
  /// Whether it is one of a stranger, and may raise no limits.
  private let isUntrusted: Bool

  /// Options that say what a file may take.
  private static let limitOptions = ["file-timeout", "file-memory", "expression-time"]
  private static let advice = "name a path inside of it, or add --allow-outside if the project may be trusted"

  /// - Parameters:
  ///   - options: The command line, which alone can allow paths outside.
  ///   - policy: Says whether the project is one of a stranger.
  /// - Throws: `config.notFound` if the working folder is gone.
  init(_ file: ProjectFile, _ options: ProjectFileOptions, _ policy: FilePolicy) throws(Diagnostic) {
    self.file = file
    isUntrusted = policy.isUntrusted
    guard !options.allowsOutside else {
      boundary = nil
      return
    }
    boundary = try .aroundWorkingFolder()
  }

  /// Checks the options of the whole batch.
  ///
  /// - Throws: `config.outside`; `config.invalid` for limits in a stranger's project.
  func checkBatch() throws(Diagnostic) { try check(file.batch, CommandOption.ofBatch, resultFolder: "") }

  /// Checks a conversion, as far as that is possible before its inputs are known.
  ///
  /// - Throws: `config.outside`; `config.invalid` for limits in a stranger's project.
  func check(_ conversion: ProjectConversion) throws(Diagnostic) {
    try check(inputs: conversion.inputs)
    let folder = (try? OutputNaming(conversion.outputs.text))?.folder ?? ""
    try check(folder, "outputs", conversion.outputs.position)
    let settings =
      conversion.options + conversion.variants.flatMap(\.options) + conversion.overrides.flatMap(\.options)
    try check(settings, CommandOption.ofConversions, resultFolder: folder)
  }

  /// Checks patterns for files.
  ///
  /// - Throws: `config.outside`.
  func check(inputs: [ProjectConversion.Text]) throws(Diagnostic) {
    for input in inputs {
      if let pattern = InputPattern(input.text) { try check(pattern.base, "inputs", input.position) }
    }
  }

  /// Checks files that patterns have found, to which links may lead.
  ///
  /// - Throws: `config.outside`.
  func check(found paths: [String]) throws(Diagnostic) {
    guard let boundary, let path = paths.first(where: { !boundary.contains($0) }) else { return }
    throw Diagnostic(
      .configOutside, "\(file.file): \(path) leads out of the project", advice: Self.advice)
  }

  /// Runs `body`, and adds the advice to a `config.outside` that it throws.
  static func advised<Result>(_ body: () throws(Diagnostic) -> Result) throws(Diagnostic) -> Result {
    do throws(Diagnostic) {
      return try body()
    } catch {
      guard error.rule == .configOutside, error.advice == nil else { throw error }
      throw Diagnostic(error.rule, error.message, at: error.path, advice: advice)
    }
  }

  // MARK: - Options

  private func check(
    _ settings: [ProjectSetting], _ options: [CommandOption], resultFolder: String
  ) throws(Diagnostic) {
    if isUntrusted, let setting = settings.first(where: { Self.limitOptions.contains($0.name) }) {
      throw Diagnostic(
        .configInvalid, "\(setting.name): with --untrusted a project file sets no limits", in: file.file,
        at: setting.position, advice: "say it on the command line")
    }
    guard boundary != nil else { return }
    for setting in settings {
      guard case .values(let values) = setting.value, let option = options.first(where: { $0.name == setting.name })
      else { continue }
      for path in values.compactMap({ option.path(in: $0, resultFolder: resultFolder) }) {
        try check(path, setting.name, setting.position)
        if setting.name == "overrides" { try check(overrides: path, setting.position) }
        if setting.name == "fonts" { try check(fonts: path, setting.position) }
      }
    }
  }

  /// Checks the pictures that a file with changes names. What else is wrong with it is said when it is used.
  private func check(overrides path: String, _ position: TextPosition) throws(Diagnostic) {
    guard let bytes = try? Files.readRegular(path),
      let changes = try? OverridesFile.read(bytes, file: path)
    else { return }
    for case .image(let key, let file) in changes { try check(file, "\(path): image: \(key)", position) }
  }

  /// Checks the files in a folder with fonts.
  private func check(fonts folder: String, _ position: TextPosition) throws(Diagnostic) {
    for name in Files.names(in: folder) { try check(folder + "/" + name, "fonts", position) }
  }

  private func check(_ path: String, _ name: String, _ position: TextPosition) throws(Diagnostic) {
    guard let boundary, !boundary.contains(path) else { return }
    throw Diagnostic(
      .configOutside, "\(name): “\(path)” leads out of the project", in: file.file, at: position, advice: Self.advice)
  }
}

extension CommandOption {
  /// The path of a file or folder in a value; nil if its values name none.
  ///
  /// - Parameter resultFolder: Value of `{dir}`, as far as it is known.
  fileprivate func path(in value: String, resultFolder: String) -> String? {
    switch valueName {
    case "file", "folder": value
    case "picture": value.replacing("{dir}", with: resultFolder.isEmpty ? "." : resultFolder)
    case "key=file": AssignmentArgument(argument: value)?.value
    default: nil
    }
  }
}

extension PathBoundary {
  /// The boundary around the folder of a project, in which its commands work.
  ///
  /// - Throws: `config.notFound` if it is gone.
  static func aroundWorkingFolder() throws(Diagnostic) -> PathBoundary {
    guard let boundary = PathBoundary(folder: ".") else {
      throw Diagnostic(.configNotFound, "the folder of the project is gone")
    }
    return boundary
  }

  /// Checks the files of a result, whose names are known only now.
  ///
  /// - Throws: `config.outside`.
  func check(_ paths: [String]) throws(Diagnostic) {
    guard let path = paths.first(where: { !contains($0) }) else { return }
    throw Diagnostic(.configOutside, "\(path) leads out of the project")
  }
}

extension WorkerSetup {
  /// The folder in which all results must lie; nil for any.
  var boundary: PathBoundary? { isConfined ? PathBoundary(folder: ".") ?? .nowhere : nil }
}
