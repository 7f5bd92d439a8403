internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnJSON
internal import KilnLottieFormat
public import KilnLottieImport
internal import KilnLottieRules
internal import KilnRecognition
public import KilnRuleEngine
internal import KilnSVGAFormat
internal import KilnSVGAImport
internal import KilnSVGARules
internal import KilnTimeline
internal import KilnTimelineJSON

/// Checks files by all rules of the catalogue.
public struct Validator: Sendable {
  private let options: ValidationOptions

  /// A validator with options.
  public init(_ options: ValidationOptions = ValidationOptions()) { self.options = options }

  /// Checks a file: Lottie, SVGA, a timeline, or a picture or atlas that was made of one.
  ///
  /// - Parameters:
  ///   - assets: Finds images and fonts that are not in the file; by default nothing.
  ///   - source: Source of the file, which it should look like; nil if that is not known.
  public func validate(
    _ bytes: [UInt8], assets: any AssetLoader = NoAssets(), source: ValidationSource? = nil
  ) -> ValidationReport {
    let resolved = options.resolved(for: FileFormat.name(of: bytes, limits: options.limits))
    let findings = FindingCollector(
      resolved, silent: ValidationCatalogue.silentRules(resolved),
      importedFeatures: ValidationCatalogue.importedFeatures, localRules: ValidationCatalogue.localRules)
    let run = ValidationRun(bytes: bytes, assets: assets, source: source, findings: findings)
    var report = ValidationReport()
    report.bytes = bytes.count
    do throws(Diagnostic) {
      try run.validate(&report)
    } catch {
      report.failure = error.refusing(resolved.settings[error.rule.id])
    }
    report.findings = findings.findings.withoutRepetitions
    run.locate(&report)
    report.omitted = findings.omitted
    return report
  }
}

extension Diagnostic {
  /// Why a file cannot be read; says so if a setting would have it otherwise.
  fileprivate func refusing(_ setting: ValidationOptions.Setting?) -> Diagnostic {
    guard let setting, setting != .severity(.error) else { return self }
    var failure = self
    let refusal = "“\(setting.rawValue)” does not hold for it: a file that cannot be read fails"
    failure.advice = failure.advice.map { "\($0); \(refusal)" } ?? refusal
    return failure
  }
}

/// One validation of one file.
private struct ValidationRun {
  let bytes: [UInt8]
  let assets: any AssetLoader
  let source: ValidationSource?
  let findings: FindingCollector
  /// The checks that have a rule which is wanted.
  let ruleChecks: [RuleCheck]

  private var limits: Limits { findings.options.limits }

  init(bytes: [UInt8], assets: any AssetLoader, source: ValidationSource?, findings: FindingCollector) {
    self.source = source
    self.bytes = bytes
    self.assets = assets
    self.findings = findings
    ruleChecks = ValidationCatalogue.ruleChecks.filter { $0.rules.contains { findings.isWanted($0.rule) } }
  }

  func validate(_ report: inout ValidationReport) throws(Diagnostic) {
    try limits.check(bytes.count, atMost: .inputBytes, "the file's number of bytes")
    ruleChecks.inspect(FileVisit(bytes, findings))
    switch FileKind(bytes) {
    case .svga: try validateMovie(&report)
    case .picture, .atlas, .video: try validatePicture(&report)
    case .timeline: try validateBaked(&report)
    case .json, .gzip, .archive: try validateLottie(&report)
    case .gif, nil: throw .noAnimation(bytes, advice: "export it again")
    }
  }

  /// Adds lines and columns, which only plain JSON has.
  func locate(_ report: inout ValidationReport) {
    let hasOffset = report.failure?.path.byteOffset != nil
    guard JSONText.startsWithContainer(bytes), hasOffset || findings.tree != nil && !report.findings.isEmpty else {
      return
    }
    let places = TextLocations(JSONText.utf8(bytes), tree: findings.tree)
    for index in report.findings.indices {
      report.findings[index].place = places.place(of: report.findings[index].diagnostic.path)
    }
    report.failurePlace = report.failure.flatMap { places.place(of: $0.path) }
  }

  // MARK: - Lottie

  private func validateLottie(_ report: inout ValidationReport) throws(Diagnostic) {
    let file = try ContainerVisit(bytes, findings, limits: limits)
    report.format = file.format
    ruleChecks.inspect(file)
    let container = try LottieContainer(bytes: bytes, limits: limits)
    let tree = try container.tree(limits: limits)
    if report.format == "lottie" { findings.tree = tree }
    let document = try container.document(tree, limits: limits)
    let context = LottieContext(document, source: container.document, findings)
    context.file = file
    LottieWalk(context, ruleChecks).run()
    report.facts.layers = context.facts.layers
    report.facts.width = document.width
    report.facts.height = document.height
    report.facts.frameRate = document.frameRate
    let source = try LottieSource(
      container, document, expressions: findings.options.expressions, limits: limits, assets: assets)
    var log = DiagnosticLog()
    try validateTimeline(of: source, document: context, &report, &log)
  }

  // MARK: - SVGA

  private func validateMovie(_ report: inout ValidationReport) throws(Diagnostic) {
    report.format = "svga"
    var log = DiagnosticLog()
    let source: SVGASource
    do throws(Diagnostic) {
      source = try SVGASource(bytes: bytes, limits: limits, log: &log)
    } catch {
      findings.add(contentsOf: log)
      throw error
    }
    let bytes = source.file?.bytes ?? bytes
    let movie = try SVGAContainer.read(bytes, limits: limits)
    report.facts.layers = movie.sprites.count
    ruleChecks.inspect(MovieVisit(movie, bytes: bytes, findings))
    try validateTimeline(of: source, document: nil, &report, &log)
    guard findings.options.rendersFrames, !ruleChecks.checks(of: PlayerVisit.self).isEmpty else { return }
    for player in Set(findings.options.targets.compactMap(SVGAPlayer.init)).sorted(by: { "\($0)" < "\($1)" }) {
      ruleChecks.inspect(try PlayerVisit(source, bytes, as: player, findings))
    }
  }

  // MARK: - Timeline and frames

  private func validateBaked(_ report: inout ValidationReport) throws(Diagnostic) {
    report.format = "timeline"
    var log = DiagnosticLog()
    let source: TimelineJSONSource
    do throws(Diagnostic) {
      source = try TimelineJSONSource(
        bytes: bytes, limits: limits, page: { name throws(Diagnostic) in try assets.image(ImageRequest(page: name)) },
        log: &log)
    } catch {
      findings.add(contentsOf: log)
      throw error
    }
    try validateTimeline(of: source, document: nil, &report, &log)
  }

  private func validateTimeline(
    of source: any AnimationSource, document: LottieContext?, _ report: inout ValidationReport,
    _ log: inout DiagnosticLog
  ) throws(Diagnostic) {
    report.facts.width = source.info.canvas.width
    report.facts.height = source.info.canvas.height
    report.facts.frameRate = source.info.frameRate
    report.facts.frameCount = source.info.frameCount
    let sampling = TimelineVisit.sampling(of: source.info, isDrawn: findings.options.rendersFrames)
    let timeline: Timeline
    do throws(Diagnostic) {
      timeline = try source.timeline(sampling, log: &log)
    } catch {
      findings.add(contentsOf: log)
      throw error
    }
    findings.add(contentsOf: log)
    report.facts.decodedBytes = timeline.decodedBytes
    let visit = TimelineVisit(timeline, source.info, document: document, findings)
    ruleChecks.inspect(visit)
    guard findings.options.rendersFrames, !ruleChecks.checks(of: FramesVisit.self).isEmpty else { return }
    ruleChecks.inspect(FramesVisit(visit))
    if let expected = self.source, comparesPictures {
      ruleChecks.inspect(try ComparisonVisit(source, expected, findings))
    }
  }

  private var comparesPictures: Bool { !ruleChecks.checks(of: ComparisonVisit.self).isEmpty }

  // MARK: - Pictures

  private func validatePicture(_ report: inout ValidationReport) throws(Diagnostic) {
    let visit = try PictureVisit(bytes, findings, assets: assets, limits: limits)
    report.format = visit.format
    report.facts.width = Double(visit.width)
    report.facts.height = Double(visit.height)
    report.facts.frameCount = visit.milliseconds.count
    let total = visit.milliseconds.reduce(0, +)
    report.facts.frameRate = total > 0 ? Double(visit.milliseconds.count) * 1000 / total : 0
    report.facts.decodedBytes = visit.width * visit.height * 4
    ruleChecks.inspect(visit)
    guard let source, findings.options.rendersFrames, comparesPictures else { return }
    if let comparison = try ComparisonVisit(bytes, visit, source) { ruleChecks.inspect(comparison) }
  }
}
