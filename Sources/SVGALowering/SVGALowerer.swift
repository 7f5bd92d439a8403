public import Diagnostics
internal import Geometry
internal import Pixels
public import SVGAFormat
public import TimelineModel
internal import TimelineRendering

/// Rewrites a timeline into what all SVGA players of a profile draw alike.
///
/// The result conforms (`SVGAConformance`). Whatever cannot be rewritten, in the frames where it cannot, becomes a bitmap.
/// What is not exact is reported.
///
/// It goes in steps, each of which leaves less that the target cannot say: filters, groups and mattes, vectors, the rest.
public struct SVGALowerer {
  /// What can be chosen.
  public struct Options: Sendable, Hashable {
    /// What the players draw alike.
    public var capabilities = SVGAProfile.portable.capabilities
    /// Factor on the resolution of bitmaps that stand in for something else.
    public var bitmapScale = 1.0
    /// Decoded bytes that bitmaps may take that stand in for something else; nil for any number.
    public var bitmapMemory: Int?
    /// Bitmaps that are drawn at the same time. Does not change the result.
    public var threads = 1

    /// The defaults: every player, full resolution.
    public init() {}
  }

  private let options: Options
  private let limits: Limits
  private let progress: ProgressReporter
  private let source: Timeline

  /// Prepares a timeline.
  public init(
    _ timeline: Timeline, options: Options = Options(), limits: Limits = Limits(), progress: ProgressReporter = .silent
  ) {
    source = timeline
    self.options = options
    self.limits = limits
    self.progress = progress
  }

  /// The rewritten timeline.
  ///
  /// - Throws: `lowering.memory` as soon as the bitmaps are known to take more than `Options.bitmapMemory`, or
  ///   `limit.exceeded`.
  public func lowered(log: inout DiagnosticLog) throws(Diagnostic) -> Timeline {
    var lost = LostBlendModes()
    let result = try lowered(lostBlendModes: &lost, log: &log)
    lost.report(for: source, limits: limits, to: &log)
    return result
  }

  /// The rewritten timeline. Blend modes that it has lost are added to a list and not reported.
  func lowered(lostBlendModes: inout LostBlendModes, log: inout DiagnosticLog) throws(Diagnostic) -> Timeline {
    let resolved = try FilterResolver.resolved(source, limits: limits, log: &log)
    let dissolved = try GroupDissolver.dissolved(
      resolved, keepsMattes: options.capabilities.drawsMattes, limits: limits, progress: progress, log: &log)
    let split = try VectorSplitter.split(
      dissolved, capabilities: options.capabilities, limits: limits, progress: progress,
      lostBlendModes: &lostBlendModes, log: &log)
    let images = DecodedImages(split, limits: limits, log: &log)
    var options = options
    while true {
      var attempt = log
      var lost = lostBlendModes
      do throws(Diagnostic) {
        let result = try write(split, images, options, &lost, log: &attempt)
        log = attempt
        lostBlendModes = lost
        return result
      } catch {
        // The bitmaps take more memory than the limits allow.
        guard error.rule == .limitExceeded, options.bitmapScale > self.options.bitmapScale / 8 else {
          log = attempt
          throw error
        }
        options.bitmapScale /= 2
        log.add(
          .loweringResolution, "bitmaps are drawn at \(options.bitmapScale) of their resolution: \(error.message)")
      }
    }
  }

  private func write(
    _ timeline: Timeline, _ images: DecodedImages, _ options: Options, _ lostBlendModes: inout LostBlendModes,
    log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    var writer = try LoweredSpriteWriter(timeline, images: images, options: options, limits: limits)
    for (index, sprite) in timeline.sprites.enumerated() {
      try progress.report("writing sprites", index, of: timeline.sprites.count)
      try writer.add(sprite, log: &log)
    }
    try writer.checkMemory()
    lostBlendModes.add(contentsOf: writer.lostBlendModes)
    return writer.builder.build(log: &log)
  }
}
