import Kiln
import KilnDiagnostics
import KilnLottieImport
import KilnLottieRules
import KilnRuleEngine
import KilnSVGARules
import KilnValidation

/// A file that breaks a rule, and one that nearly does.
struct RuleFixture {
  let id: String
  let bad: [UInt8]
  let good: [UInt8]
  /// Targets for which the rule counts.
  var targets: [String] = []
  /// Values of options, by `rule.option`.
  var values: [String: Double] = [:]
  /// What a project demands; nil for nothing.
  var demands: ValidationSettings?
  /// What the files were made of; nil for none.
  var source: [UInt8]?
  /// Names of the bad and the good file; nil for none.
  var names: (bad: String, good: String)?
  /// Files beside the bad and the good one, by name.
  var badFiles: [String: [UInt8]] = [:]
  var goodFiles: [String: [UInt8]] = [:]

  init(
    _ id: String, bad: String, good: String, targets: [String] = [], values: [String: Double] = [:]
  ) {
    self.init(id, badBytes: Array(bad.utf8), goodBytes: Array(good.utf8), targets: targets, values: values)
  }

  init(
    _ id: String, badBytes: [UInt8], goodBytes: [UInt8], targets: [String] = [], values: [String: Double] = [:],
    badFiles: [String: [UInt8]] = [:], goodFiles: [String: [UInt8]] = [:]
  ) {
    self.id = id
    self.bad = badBytes
    self.good = goodBytes
    self.targets = targets
    self.values = Dictionary(uniqueKeysWithValues: values.map { ("\(id).\($0.key)", $0.value) })
    self.badFiles = badFiles
    self.goodFiles = goodFiles
  }

  /// The same fixture for a project with demands.
  func demanding(names: (bad: String, good: String)? = nil, _ change: (inout ValidationSettings) -> Void) -> RuleFixture
  {
    var result = self
    var demands = ValidationSettings()
    change(&demands)
    result.demands = demands
    result.names = names
    return result
  }

  /// The same fixture with what its files were made of.
  func made(of source: String) -> RuleFixture {
    var result = self
    result.source = Array(source.utf8)
    return result
  }

  /// A Lottie file as the source of a file of the same size and speed.
  private static func source(_ bytes: [UInt8]) throws -> ValidationSource {
    var log = DiagnosticLog()
    let source = try AnimationFile.open(bytes, log: &log)
    return ValidationSource(name: "source.json") { milliseconds, canvas throws(Diagnostic) in
      var log = DiagnosticLog()
      return try Conversion(to: OutputFormat.svga.exporter)
        .timeline(of: source, at: milliseconds, canvas: canvas, log: &log)
    }
  }

  /// What validation says about the bad or the good file; the rule is asked for, if that is needed.
  func report(bad isBad: Bool) throws -> ValidationReport {
    var options = ValidationOptions()
    for name in targets { options.targets.append(try Target(name)) }
    options.values = values
    options.levels = demands.map { [$0] } ?? []
    options.fileName = isBad ? names?.bad : names?.good
    // Frames are only drawn for the rules that look at them, as that takes most of the time.
    let category = ValidationCatalogue.rule(id)?.category
    options.rendersFrames = category == .rendering || category == .assets
    if ValidationCatalogue.rule(id)?.isOptIn == true { options.settings[id] = .severity(.warning) }
    if source != nil || id == "svga.player.differs" { options.rendersFrames = true }
    return Validator(options).validate(
      isBad ? bad : good, assets: FileTable(isBad ? badFiles : goodFiles), source: try source.map(Self.source))
  }
}

/// Files in memory.
struct FileTable: AssetLoader {
  let files: [String: [UInt8]]

  init(_ files: [String: [UInt8]]) { self.files = files }

  func image(_ request: ImageRequest) -> [UInt8]? { files[request.folder + request.file] ?? files[request.file] }
}

extension ValidationReport {
  /// IDs of the rules of all findings.
  var rules: Set<String> { Set(findings.map(\.rule.id)) }

  /// The findings, one a line.
  var text: String {
    (findings.map { "\($0.rule.id): \($0.diagnostic)" } + [failure.map { "failed: \($0)" }].compactMap { $0 })
      .joined(separator: "\n")
  }
}
