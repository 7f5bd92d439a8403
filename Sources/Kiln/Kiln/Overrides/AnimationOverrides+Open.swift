public import KilnDiagnostics
internal import KilnImages
internal import KilnLottieFormat
public import KilnLottieImport
internal import KilnSVGAFormat
public import KilnTimeline

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension AnimationOverrides {
  /// Opens a file with these changes; parameters as for `AnimationFile.open`.
  ///
  /// - Throws: As that, and `keyPath.unmatched`, or `usage.invalid` for a change that the format does not have.
  func open(
    _ bytes: [UInt8], format: AnimationFormat, animation: String?, theme: String?, fidelity: LottieFidelity,
    player: SVGAPlayer?, expressions: LottieExpressions, assets: any AssetLoader, limits: Limits,
    log: inout DiagnosticLog
  ) throws(Diagnostic) -> any AnimationSource {
    guard format == .lottie else {
      return try applied(
        to: try AnimationFile.open(bytes, format: format, player: player, assets: assets, limits: limits, log: &log),
        assets: assets, limits: limits)
    }
    var lottie = try lottie
    let timed = values.filter { $0.frames != nil }
    func open(_ more: [PropertyChange]) throws(Diagnostic) -> any AnimationSource {
      // In the order in which they were written: later ones take precedence.
      lottie.values = values.filter { $0.frames == nil || more.contains($0) }
      return try LottieSource(
        bytes: bytes, animation: animation, theme: theme, fidelity: fidelity, expressions: expressions,
        overrides: lottie, limits: limits, assets: assets)
    }
    let source = timed.isEmpty ? try open([]) : try TimedOverrides(timed, limits: limits, make: open)
    if animation == nil { AnimationFile.reportChoice(source.info, log: &log) }
    return changesTimeline ? try OverriddenSource(source, self, images: [], texts: [], limits: limits) : source
  }

  /// A source with these changes, made after it is baked.
  ///
  /// - Parameter assets: Finds the font of texts.
  /// - Throws: `keyPath.unmatched`, or `usage.invalid` for a change that only a Lottie document has.
  public func applied(
    to source: any AnimationSource, assets: any AssetLoader = EmbeddedAssets(), limits: Limits = Limits()
  ) throws(Diagnostic) -> any AnimationSource {
    guard !isEmpty else { return source }
    guard !needsLottie else {
      throw Diagnostic(
        .usageInvalid, "--set and --slot change Lottie files only",
        advice: "change the file that this one was made of")
    }
    var written: [SlotText] = []
    for text in texts { written.append(try SlotText(text, assets: assets)) }
    return try OverriddenSource(source, self, images: images, texts: written, limits: limits)
  }

  /// The changes that are made in a Lottie document, which decodes the pictures.
  private var lottie: LottieOverrides {
    get throws(Diagnostic) {
      var lottie = LottieOverrides()
      (lottie.values, lottie.texts, lottie.slots, lottie.shown) = (values, texts, slots, shown)
      for image in images {
        let format = try image.format()
        let data = "data:\(format.mediaType);base64,\(Data(image.bytes).base64EncodedString())"
        lottie.images.append(NamedChange(name: image.key, value: data))
      }
      return lottie
    }
  }
}
