internal import ArgumentParser
internal import KilnBatch
internal import KilnDiagnostics
internal import KilnDigests
internal import Kiln
internal import KilnLottieImport
internal import KilnProject
internal import KilnReports
internal import KilnValidation

/// The validation of files with the same options, as `validate` and each of its workers do it.
struct ValidationTask {
  let command: ValidateCommand
  /// The project file that holds; nil if there is none.
  let project: ValidationProject?
  /// Fonts that all files share, so that they are searched for once.
  let fonts: InstalledFonts
  /// Whether results have pictures for an HTML report.
  let makesPictures: Bool

  init(
    _ command: ValidateCommand, _ project: ValidationProject?, fonts: InstalledFonts = InstalledFonts(),
    makesPictures: Bool = false
  ) {
    self.command = command
    self.project = project
    self.fonts = fonts
    self.makesPictures = makesPictures
  }

  private var policy: FilePolicy { command.limits.policy }

  /// Checks one file; whatever goes wrong is in the result.
  ///
  /// - Parameter endProcess: Called on another thread if a script in it does not end, which nothing but the end of the process
  ///   ends.
  func answer(to job: BatchJob, endProcess: @escaping @Sendable (Diagnostic) -> Void) -> WorkerAnswer {
    let uses = FileAccessRecord()
    let expressions = command.expressions.mode(policy, endProcess: endProcess)
    var (report, bytes) = report(on: job.input, uses, expressions)
    report.failure = report.failure?.namingOptions
    for index in report.findings.indices {
      report.findings[index].diagnostic = report.findings[index].diagnostic.namingOptions
    }
    let isForeign = report.failure.map(job.isForeign) ?? false
    var result = BatchResult(report.failure == nil ? .converted : isForeign ? .skipped : .failed, of: job)
    if let failure = report.failure { result.setError(failure) }
    result.validation = FileValidation(report)
    result.inputBytes = report.bytes
    if makesPictures, let findings = result.validation?.findings {
      result.sheet = sheet(of: bytes, job.input, findings, expressions)
    }
    return WorkerAnswer(result, uses, fonts: fonts, isRepeatable: true)
  }

  /// The report on a file, and its bytes; no bytes if it cannot be read.
  private func report(
    on input: String, _ uses: FileAccessRecord, _ expressions: LottieExpressions
  ) -> (ValidationReport, [UInt8]) {
    do throws(Diagnostic) {
      let validator = try command.validator(for: input, project, expressions)
      let bytes = try read(input, uses)
      let source = command.deliverable(input, project, uses, expressions)
      return (validator.validate(bytes, assets: assets(besides: input, uses), source: source), bytes)
    } catch {
      var report = ValidationReport()
      report.failure = error
      return (report, [])
    }
  }

  private func assets(besides input: String, _ uses: FileAccessRecord?) -> LocalAssets {
    LocalAssets(
      folders: command.assets, besideFile: input == "-" ? nil : input, limits: policy.limits,
      fonts: policy.fonts(fonts), followsLinks: policy.followsLinks, uses: uses)
  }

  /// Pictures of an animation with the layers of its findings; nil for other files, and those that cannot be drawn.
  private func sheet(
    of bytes: [UInt8], _ input: String, _ findings: [FileFinding], _ expressions: LottieExpressions
  ) -> TimelineSheet? {
    guard AnimationFormat(bytes) != nil else { return nil }
    var log = DiagnosticLog()
    let source = try? AnimationFile.open(
      bytes, expressions: expressions, assets: assets(besides: input, nil), limits: policy.limits, log: &log)
    guard let source else { return nil }
    return try? TimelineSheet(of: source, showing: findings.map(\.finding.layers), limits: policy.limits)
  }

  private func read(_ input: String, _ uses: FileAccessRecord) throws(Diagnostic) -> [UInt8] {
    guard input != "-" else { return try StandardStreams.readInput(limits: policy.limits) }
    do throws(Diagnostic) {
      let bytes = try Files.read(input, limits: policy.limits, followsLinks: policy.followsLinks)
      uses.read(input, bytes)
      return bytes
    } catch {
      guard error.rule == .inputNotFound else { throw error }
      uses.read(input, nil)
      throw Files.notFound(input)
    }
  }
}

extension ValidateCommand {
  /// The project file that holds, if there is one.
  ///
  /// - Throws: Errors in the project file; `usage.invalid` if one is needed and there is none.
  func openProject(isNeeded: Bool = false) throws(Diagnostic) -> ValidationProject? {
    try ValidationProject.open(project, limits.policy, isNeeded: isNeeded)
  }

  /// The source that a file was made of; nil if it is unknown, or with `--no-render`.
  fileprivate func deliverable(
    _ path: String, _ project: ValidationProject?, _ uses: FileAccessRecord, _ expressions: LottieExpressions
  ) -> ValidationSource? {
    guard rules.render else { return nil }
    let source = source.map { DeliverableSource(input: $0, name: $0, assets: assets) } ?? project?.source(of: path)
    return source?.validationSource(of: path, uses, expressions, limits.policy)
  }

  /// The validator for a file.
  ///
  /// - Throws: Errors in the options.
  fileprivate func validator(
    for path: String, _ project: ValidationProject?, _ expressions: LottieExpressions
  ) throws(Diagnostic) -> Validator {
    var options = try rules.options()
    options = project?.options(for: path, over: options) ?? options
    if let preset = rules.preset {
      if options.fileName == nil, path != "-" { options.fileName = path.split(separator: "/").last.map(String.init) }
      options.levels += ProjectDemandLevel.levels(of: preset).map { $0.settings(on: nil, file: preset.name) }
    }
    options.expressions = expressions
    options.limits = limits.policy.limits
    // What is counted does not depend on what is printed, and a baseline lists every place of a finding.
    options.maximumFindingsOfOneRule = 1000
    return Validator(options)
  }

  /// A digest of everything but files that the findings depend on: the options, and the versions of Kiln and its
  /// libraries.
  func settingsDigest(_ project: ValidationProject?) -> SHA256Digest {
    var text = ""
    dump(rules, to: &text)
    dump(assets, to: &text)
    dump(expressions, to: &text)
    dump(source, to: &text)
    dump(limits.policy, to: &text)
    if let project { dump(project.digest.description, to: &text) }
    return SHA256Digest(ofTexts: [KilnCommand.configuration.version, text] + LibraryVersions.all)
  }
}
