public import KilnDiagnostics
public import KilnLottieImport
public import KilnRuleEngine
internal import KilnValidation

/// Validation of files, as tests of an app write it.
///
/// ```swift
/// #expect(try await Validation(preset: .svgaGift).problems(in: "gift.svga").isEmpty)
/// ```
public struct Validation: Sendable {
  /// Players, rules and severities.
  public var options: ValidationOptions
  /// Threads on which files are checked.
  public var pool = WorkPool.shared

  /// A validation with options; by default by all rules, for any player.
  public init(_ options: ValidationOptions = ValidationOptions()) { self.options = options }

  /// A validation by what a platform, or a kind of asset, demands.
  public init(preset: DeliveryPreset) {
    options = ValidationOptions()
    options.levels = preset.demands
  }

  /// Whether a file has no error.
  ///
  /// - Throws: `input.notFound`, `input.unreadable`; `limit.exceeded`; `work.cancelled`, `work.refused`.
  public func passes(_ path: String) async throws(Diagnostic) -> Bool {
    try await report(path: path).worst != .error
  }

  /// Errors of a file: why it cannot be read, and findings with this severity.
  ///
  /// - Throws: As `passes` does.
  public func problems(in path: String) async throws(Diagnostic) -> [Diagnostic] {
    let report = try await report(path: path)
    return (report.failure.map { [$0] } ?? []) + report.findings.filter { $0.severity == .error }.map(\.diagnostic)
  }

  /// All findings about a file. Images and fonts are looked for in its folder and among the installed ones.
  ///
  /// - Throws: As `passes` does.
  public func report(path: String) async throws(Diagnostic) -> ValidationReport {
    let limits = options.limits
    return try await pool.run(limits: limits) { progress throws(Diagnostic) in
      let bytes = try Files.read(path, limits: limits)
      var options = options
      options.fileName = path.split(separator: "/").last.map(String.init)
      try progress.report("checking the file")
      return Validator(options).validate(bytes, assets: LocalAssets(besideFile: path, limits: limits))
    }
  }

  /// All findings about a file in memory.
  ///
  /// - Parameter assets: Finds images and fonts that are not in the file; by default nothing.
  /// - Throws: `work.cancelled`, `work.refused`. A file that cannot be read is a `failure` of the report.
  public func report(
    on bytes: some Sequence<UInt8> & Sendable, assets: any AssetLoader = EmbeddedAssets()
  ) async throws(Diagnostic) -> ValidationReport {
    try await pool.run(limits: options.limits) { progress throws(Diagnostic) in
      try progress.report("checking the file")
      return Validator(options).validate(Array(bytes), assets: assets)
    }
  }
}

extension AnimationFile {
  /// All findings of validation about the file.
  ///
  /// - Throws: `work.cancelled`, `work.refused`. A file that cannot be read is a `failure` of the report.
  public func validate(_ validation: Validation = Validation()) async throws(Diagnostic) -> ValidationReport {
    var validation = validation
    validation.pool = options.pool
    validation.options.limits = options.limits
    return try await validation.report(on: bytes, assets: options.loader)
  }
}
