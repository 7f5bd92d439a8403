package import KilnDiagnostics
package import KilnSVGAFormat
package import KilnTimeline
internal import KilnRendering

/// Rewrites a timeline into what all SVGA players of a profile draw alike.
///
/// The result conforms (`SVGAConformance`). Whatever cannot be rewritten, in the frames where it cannot, becomes a
/// bitmap. What is not exact is reported.
///
/// The steps, each in its folder, leave less and less that does not conform. Those of `Visibility`,
/// `Blending`, `Filters`, `Groups` and `Mattes` are for any format without these; they know no SVGA, and neither do `Gradients`, `Bitmaps` and `Cost`,
/// which plan and draw the replacements. What SVGA players draw alike is asked in `Vectors` and `Writing`, which choose
/// them, through `Conformance`.
package struct SVGALowerer {
  /// Profile and resources.
  package struct Options: Sendable, Hashable {
    /// Features that all of the players draw alike.
    package var capabilities = SVGAProfile.portable.capabilities
    /// Factor on the resolution of bitmaps that replace something else; 1 is one pixel for each pixel of the canvas.
    package var bitmapScale = 1.0
    /// Maximum of decoded bytes of bitmaps that replace something else; nil for no limit.
    package var bitmapMemory: Int?
    /// Time that players may take to draw a frame. A movie that still takes longer is no error.
    package var playingTime = SVGAPlayingTime.smooth
    /// Whether texts become bitmaps with their layer's name as key, by which apps replace them.
    package var drawsTextAsBitmaps = false
    /// Number of bitmaps that are drawn at the same time. Does not change the result.
    package var threads = 1

    /// Options for all official players at full resolution.
    package init() {}
  }

  private let options: Options
  private let limits: Limits
  private let progress: ProgressReporter
  private let source: Timeline

  /// A lowerer for one timeline.
  package init(
    _ timeline: Timeline, options: Options = Options(), limits: Limits = Limits(), progress: ProgressReporter = .silent
  ) {
    source = timeline
    self.options = options
    self.limits = limits
    self.progress = progress
  }

  /// The rewritten timeline.
  ///
  /// - Throws: `lowering.memory` as soon as the bitmaps are known to take more than `Options.bitmapMemory`,
  ///   `limit.exceeded`, or `work.cancelled` from the progress reporter.
  package func lowered(log: inout DiagnosticLog) throws(Diagnostic) -> Timeline {
    // Apps may replace texts that are still outside of the canvas by larger ones.
    let seen =
      options.drawsTextAsBitmaps ? source : try OffCanvasFrames.hidden(source, limits: limits, log: &log)
    let unblended = try BlendResolver.resolved(seen, options, limits: limits, progress: progress, log: &log)
    let resolved = try FilterResolver.resolved(unblended, limits: limits, log: &log)
    let dissolved = try GroupDissolver.dissolved(
      resolved, keepsMattes: options.capabilities.drawsMattes, limits: limits, progress: progress, log: &log)
    let marked =
      options.drawsTextAsBitmaps ? try TextSlots.marked(dissolved, limits: limits, log: &log) : dissolved
    let split = try VectorSplitter.split(
      marked, capabilities: options.capabilities, keepsTextSlots: options.drawsTextAsBitmaps, limits: limits,
      progress: progress, log: &log)
    let images = DecodedImages(split, limits: limits, log: &log)
    var options = options
    while true {
      var attempt = log
      do throws(Diagnostic) {
        let result = try write(split, images, options, log: &attempt)
        log = attempt
        return result
      } catch {
        // The bitmaps exceed the limits of images: try a lower resolution.
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
    _ timeline: Timeline, _ images: DecodedImages, _ options: Options, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    let writer = try LoweredSpriteWriter(timeline, images: images, options: options, limits: limits)
    return try PlayingTimeReducer(writer, options, limits: limits, progress: progress).written(log: &log)
  }
}
