public import Diagnostics
internal import LottieFormat
internal import LottieImport
internal import Pixels
public import TimelineModel

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
    expressions: LottieExpressions, assets: any AssetLoader, limits: Limits, log: inout DiagnosticLog
  ) throws(Diagnostic) -> any AnimationSource {
    guard format == .lottie else {
      return try applied(to: try AnimationFile.open(bytes, format: format, limits: limits, log: &log), limits: limits)
    }
    let source = try LottieSource(
      bytes: bytes, animation: animation, theme: theme, fidelity: fidelity, expressions: expressions,
      overrides: try lottie, limits: limits, assets: assets)
    if animation == nil { AnimationFile.reportChoice(source.info, log: &log) }
    return changesTimeline ? try OverriddenSource(source, self, images: [], limits: limits) : source
  }

  /// A source with these changes, made after it is baked.
  ///
  /// - Throws: `keyPath.unmatched`, or `usage.invalid` for a change that only a Lottie document has.
  public func applied(
    to source: any AnimationSource, limits: Limits = Limits()
  ) throws(Diagnostic) -> any AnimationSource {
    guard !isEmpty else { return source }
    guard !needsLottie else {
      throw Diagnostic(
        .usageInvalid, "--set, --text and --slot change Lottie files only",
        advice: "change the file that this one was made of")
    }
    return try OverriddenSource(source, self, images: images, limits: limits)
  }

  /// The changes that are made in a Lottie document.
  private var lottie: LottieOverrides {
    get throws(Diagnostic) {
      var lottie = LottieOverrides()
      (lottie.values, lottie.texts, lottie.slots, lottie.shown) = (values, texts, slots, shown)
      for image in images {
        guard let header = ImageHeader(image.bytes) else {
          throw Diagnostic(.usageInvalid, "the picture for “\(image.key)” is no PNG, JPEG or WebP image")
        }
        let data = "data:image/\(header.format.rawValue);base64,\(Data(image.bytes).base64EncodedString())"
        lottie.images.append(NamedChange(name: image.key, value: data))
      }
      return lottie
    }
  }
}
