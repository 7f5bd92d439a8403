internal import KilnComparison
internal import KilnDiagnostics
internal import KilnPictureImport
internal import KilnRuleEngine
internal import KilnTimeline
internal import KilnVideo

/// Frames of a deliverable beside those of its source.
final class ComparisonVisit {
  /// Number of frames that are compared at most, evenly spread.
  private static let maximumFrames = 8
  /// Longest side in pixels at which vector animations are drawn: as a rule their own size, as `kiln compare` and `--verify`
  /// draw them. In another size edges have another share of the content, and what they judge alike could count as unlike.
  private static let side = 2048

  /// Name of the source in messages.
  let source: String
  let frames: [ComparisonResult.Frame]
  let findings: FindingCollector

  /// Draws and compares frames of an animation, at their own times: timelines of long ones have only some of them.
  ///
  /// - Throws: Why the source cannot be drawn.
  convenience init(
    _ deliverable: any AnimationSource, _ source: ValidationSource, _ findings: FindingCollector
  ) throws(Diagnostic) {
    try self.init(ComparedAnimation(deliverable), source, findings)
  }

  /// Draws the source, and compares it with frames of a picture. Nil for an atlas, for a video that does not say where its
  /// alpha is, and for one in which apps put pictures.
  ///
  /// - Throws: Why source or pictures cannot be drawn.
  convenience init?(_ bytes: [UInt8], _ picture: PictureVisit, _ source: ValidationSource) throws(Diagnostic) {
    guard picture.atlas == nil else { return nil }
    let limits = picture.findings.options.limits
    let pictures: PictureAnimation
    if let video = picture.video {
      guard video.configuration.map(\.sources.isEmpty) ?? video.hasAlphaChannel else { return nil }
      pictures = PictureAnimation(video, limits: limits)
    } else {
      pictures = try PictureAnimation(bytes, limits: limits)
    }
    try self.init(ComparedAnimation(pictures), source, picture.findings)
  }

  private init(
    _ deliverable: ComparedAnimation, _ source: ValidationSource, _ findings: FindingCollector
  ) throws(Diagnostic) {
    self.source = source.name
    self.findings = findings
    var options = AnimationComparison.Options()
    options.maximumFrames = Self.maximumFrames
    options.maximumSide = Self.side
    options.limits = findings.options.limits
    var log = DiagnosticLog()
    let wanted = ComparedAnimation { milliseconds, canvas, _ throws(Diagnostic) in
      try source.frames(milliseconds, canvas)
    }
    frames = try AnimationComparison(wanted, deliverable, options: options, log: &log).run().frames
  }
}
