internal import KilnComparison
internal import KilnDiagnostics
internal import KilnPlayers
internal import KilnRuleEngine
internal import KilnSVGAFormat
internal import KilnSVGAImport

/// Frames of an SVGA file as one of the targets draws them, beside those that iOS and Android agree on.
final class PlayerVisit {
  /// Number of frames that are compared at most, evenly spread.
  private static let maximumFrames = 8
  /// Longest side in pixels of what is drawn.
  private static let side = 1024

  let player: SVGAPlayer
  let frames: [ComparisonResult.Frame]
  let findings: FindingCollector

  /// Draws and compares frames.
  ///
  /// - Throws: Errors of reading and drawing the file.
  init(
    _ agreed: SVGASource, _ bytes: [UInt8], as player: SVGAPlayer, _ findings: FindingCollector
  ) throws(Diagnostic) {
    self.player = player
    self.findings = findings
    let limits = findings.options.limits
    var options = AnimationComparison.Options()
    options.maximumFrames = Self.maximumFrames
    options.maximumSide = Self.side
    options.limits = limits
    // What the player lacks has findings of its own.
    var log = DiagnosticLog()
    let drawn = try SVGASource(bytes: bytes, player: player, limits: limits, log: &log)
    frames = try AnimationComparison(ComparedAnimation(agreed), ComparedAnimation(drawn), options: options, log: &log)
      .run().frames
  }
}

extension SVGAPlayer {
  /// The player that a target names; nil for a target that plays no SVGA.
  init?(_ target: Target) {
    guard let player = Self.allCases.first(where: { $0.description == target.name }) else { return nil }
    self = player
  }
}
