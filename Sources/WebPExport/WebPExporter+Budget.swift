internal import Diagnostics
internal import ImageCodecs
public import TimelineModel

extension WebPExporter {
  /// Quality of lossy frames, as little as possible; if the lowest is not enough, the frame rate down to half of what was
  /// asked, and then the size down to a quarter.
  ///
  /// Of a size that was asked for nothing is given up before the quality of the alpha channel, ever more frames and the
  /// last of the quality.
  public static func reductions(
    from plan: ExportPlan<Options>, keepsSize: Bool
  ) -> [ExportReduction<Options>] {
    var options = plan.options
    if options.budgetMayTurnLossy, options.codec == .lossless { options.codec = .mixed }
    let usual = Steps(options: options, leastQuality: 20)
    let worse = Steps(options: options, leastQuality: 20, alphaQuality: 50)
    let worst = Steps(options: options, leastQuality: 0, alphaQuality: 20)
    let isStill = options.isStill
    var steps = usual.qualities()
    if !isStill { steps += ExportReduction.frameRates(of: plan, keepsSize: false).map(usual.with) }
    if keepsSize {
      steps += worse.qualities()
      let all = isStill ? [] : ExportReduction.frameRates(of: plan, keepsSize: true)
      steps += all.dropFirst(2).map(worse.with) + worst.qualities()
    }
    return steps + ExportReduction.sizes().map((keepsSize ? worse : usual).with)
  }

  /// Quality of pictures and of their alpha channel, if there are lossy ones.
  public static func reducedSettings(
    from asked: Options, to given: Options, in export: ExportedAnimation
  ) -> [ReducedSetting] {
    guard let file = export.files.first, WebPCoding.hasLossyPicture(file.bytes) else { return [] }
    return [
      ReducedSetting(
        "quality", asked: asked.codec == .lossless ? "lossless" : asked.quality.shortDescription,
        given: given.quality.shortDescription
      ) { "quality \($0) instead of \($1)" },
      ReducedSetting("alphaQuality", asked: String(asked.alphaQuality), given: String(given.alphaQuality)) {
        "alpha quality \($0) instead of \($1)"
      },
    ].compactMap(\.self)
  }
}

/// Steps that share the lowest quality that is tried.
private struct Steps {
  /// What is asked for, with the codec that may be used.
  var options: WebPExporter.Options
  /// Lowest quality of lossy frames.
  var leastQuality: Double
  /// Quality of their alpha channel, unless a lower one was asked for.
  var alphaQuality = 100

  /// A step that lowers nothing but qualities; none for exact files, which have no qualities.
  func qualities() -> [ExportReduction<WebPExporter.Options>] {
    options.codec == .lossless ? [] : [with(ExportReduction { _ in })]
  }

  /// A step with the quality that fits.
  func with(_ step: ExportReduction<WebPExporter.Options>) -> ExportReduction<WebPExporter.Options> {
    guard options.codec != .lossless else { return step }
    let (codec, alphaQuality) = (options.codec, min(options.alphaQuality, alphaQuality))
    var step = step
    let lower = step.apply
    step.apply = { plan in
      lower(&plan)
      plan.options.codec = codec
      plan.options.alphaQuality = alphaQuality
    }
    if options.quality > leastQuality {
      step.dial = .init(range: leastQuality...options.quality) { $0.quality = $1 }
    }
    return step
  }
}
