public import KilnDiagnostics
internal import KilnExporting
internal import KilnLottieFormat
public import KilnLottieImport
internal import KilnRecognition
internal import KilnSVGAExport
internal import KilnSVGAFormat
internal import KilnSVGAImport
internal import KilnTimeline
public import KilnValidation

/// Fixes animations of every format without changing their rendering.
public struct FileFixer: Sendable {
  private let rules: Set<String>?
  private let expressions: LottieExpressions
  private let limits: Limits

  /// IDs of the rules that fixes mend, in the order of the fixes.
  public static let ids: [String] = FixCatalogue.ids + [Rule.svgaPacking.id]

  /// A fixer with all fixes, or with those of some rules.
  ///
  /// - Parameters:
  ///   - rules: IDs of the rules to mend; nil for all.
  ///   - expressions: Whether the scripts in Lottie files are run.
  public init(rules: Set<String>? = nil, expressions: LottieExpressions = .run, limits: Limits = Limits()) {
    self.rules = rules
    self.expressions = expressions
    self.limits = limits
  }

  /// Mends a file.
  ///
  /// - Parameters:
  ///   - name: Name of the file without its extension, for what is named after it.
  ///   - assets: Finds images that are not in the file.
  /// - Throws: When the file is no animation, is damaged, or cannot be drawn.
  public func fix(
    _ bytes: [UInt8], name: String? = nil, assets: any AssetLoader = EmbeddedAssets()
  ) throws(Diagnostic) -> FixedFile {
    switch AnimationFormat(bytes) {
    case .lottie:
      let fixer = LottieFixer(rules: rules, name: name, expressions: expressions, assets: assets, limits: limits)
      return try fixer.fix(bytes)
    case .svga: return try fixMovie(bytes)
    case .timeline:
      throw Diagnostic(
        .lottieNotLottie, "the file is a timeline of Kiln", advice: "only Lottie and SVGA files can be fixed")
    case .pictures, nil:
      throw .noAnimation(bytes, advice: "only Lottie and SVGA files can be fixed")
    }
  }

  /// Tolerances of rounding in pixels, tried until no difference is visible; the first is that of conversions.
  private static let tolerances = [SVGAExporter.Options().tolerance, 0.003, 0]

  /// Times that a movie is written at most: what is rounded once may be written shorter once more.
  private static let maximumPasses = 4

  /// Writes a movie as the exporter writes it, if that is smaller and looks the same, until it becomes no smaller.
  private func fixMovie(_ bytes: [UInt8]) throws(Diagnostic) -> FixedFile {
    var result = FixedFile(unchanged: bytes)
    guard rules?.contains(Rule.svgaPacking.id) ?? true else { return result }
    var log = DiagnosticLog()
    let original = try SVGASource(bytes: bytes, limits: limits, log: &log)
    let comparison = FrameComparison(with: original, limits: limits)
    for pass in 0..<Self.maximumPasses {
      let source = pass == 0 ? original : try SVGASource(bytes: result.bytes, limits: limits, log: &log)
      let (smaller, refusal) = try smallest(source, result.bytes, comparison, log: &log)
      if pass == 0, let refusal { result.refusals = [refusal] }
      guard let smaller else { break }
      result.bytes = smaller
    }
    if result.bytes != bytes { result.changes = try changes(from: bytes, to: result.bytes) }
    return result
  }

  /// The movie with the largest tolerance that nobody sees; nil if it becomes no smaller, with the reason if it would look
  /// different.
  private func smallest(
    _ source: SVGASource, _ bytes: [UInt8], _ comparison: FrameComparison, log: inout DiagnosticLog
  ) throws(Diagnostic) -> ([UInt8]?, FixRefusal?) {
    var refusal: FixRefusal?
    for tolerance in Self.tolerances {
      guard let smaller = try repacked(source, bytes, tolerance: tolerance, log: &log) else { return (nil, nil) }
      let other = try SVGASource(bytes: smaller, limits: limits, log: &log)
      guard let difference = try comparison.difference(of: other) else { return (smaller, nil) }
      refusal = FixRefusal(rule: .svgaPacking, reason: difference.description)
    }
    return (nil, refusal)
  }

  /// The movie in fewer bytes; nil if that cannot be.
  private func repacked(
    _ source: SVGASource, _ bytes: [UInt8], tolerance: Double, log: inout DiagnosticLog
  ) throws(Diagnostic) -> [UInt8]? {
    var options = SVGAExporter.Options()
    options.tolerance = tolerance
    options.version = SVGAContainer.isStream(bytes) ? .stream : .archive
    (options.limits.bytes, options.limits.memory) = (nil, nil)
    var context = ExportContext()
    context.source = source.file
    context.limits = limits
    let repacked = try SVGAExporter(options: options).repack(in: context, log: &log)
    return repacked?.files.first.map(\.bytes).flatMap { $0.count < bytes.count ? $0 : nil }
  }

  private func changes(from before: [UInt8], to after: [UInt8]) throws(Diagnostic) -> [FixChange] {
    var old = try SVGAContainer.read(before, limits: limits)
    _ = old.makeBitmapsFindable()
    let new = try SVGAContainer.read(after, limits: limits)
    var changes: [FixChange] = []
    var repacked = 0
    for key in old.images.keys.sorted() {
      guard let bytes = new.images[key] else {
        changes.append(
          FixChange(rule: .svgaPacking, kind: .removed, text: "the bitmap “\(key)” removed, no sprite shows it"))
        continue
      }
      if bytes != old.images[key] { repacked += 1 }
    }
    if repacked > 0 {
      changes.append(
        FixChange(
          rule: .svgaPacking, kind: .changed,
          text: "\(repacked) bitmap\(repacked == 1 ? "" : "s") packed smaller, with the same pixels"))
    }
    if old.sprites != new.sprites {
      changes.append(
        FixChange(
          rule: .svgaPacking, kind: .changed,
          text: "states of sprites written shorter: numbers rounded, hidden frames emptied, repeated shapes kept"))
    }
    return changes
  }
}

extension Rule {
  /// An SVGA file is larger than it must be.
  public static let svgaPacking = Rule(
    "svga.packing", .note, .exact,
    "The SVGA file can be written in fewer bytes.",
    why: "Users wait for bytes that show nothing: unused bitmaps, long numbers, loosely packed pictures.",
    remedy: "Run `kiln validate --fix --write`, or `kiln convert` from SVGA to SVGA.")
}
