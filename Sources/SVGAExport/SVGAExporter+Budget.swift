internal import Diagnostics
internal import ImageCodecs
internal import SVGAFormat
public import TimelineModel

extension SVGAExporter {
  /// 256 colours a bitmap, bitmaps down to a quarter of their resolution, 64 colours, 10 frames a second. The size of the
  /// canvas stays, because apps lay the animation out by it.
  public static func reductions(
    from plan: ExportPlan<Options>, keepsSize: Bool
  ) -> [ExportReduction<Options>] {
    let scales = [0.75, 0.5, 0.35, 0.25].map(bitmapScale)
    let rates = plan.options.profile.capabilities.frameRates.filter { $0 >= 10 && Double($0) < plan.frameRate }
    let slower = rates.reversed().map { rate in ExportReduction<Options> { $0.frameRate = Double(rate) } }
    return [colors(.mild)] + scales + [colors(.strong)] + slower
  }

  private static func colors(_ quantizer: ColorQuantizer) -> ExportReduction<Options> {
    ExportReduction { export, plan in
      // Colours cost bytes of the file, not memory; a file that was never packed takes too much memory.
      export.decodedBytes > 0 && !export.files.isEmpty
        && quantizer.colors < plan.options.quantizer?.colors ?? .max
    } apply: {
      $0.options.quantizer = quantizer
    }
  }

  /// Fewer pixels, and colours that are hardly missed: shrinking makes new ones.
  private static func bitmapScale(_ factor: Double) -> ExportReduction<Options> {
    ExportReduction { export, plan in
      export.decodedBytes > 0 && factor < plan.options.bitmapScale
    } apply: {
      $0.options.bitmapScale = factor
      $0.options.quantizer = $0.options.quantizer ?? .mild
    }
  }

  /// Colours and resolution of bitmaps.
  public static func reducedSettings(
    from asked: Options, to given: Options, in export: ExportedAnimation
  ) -> [ReducedSetting] {
    func colors(_ options: Options) -> String { options.quantizer.map { String($0.colors) } ?? "all" }
    return [
      ReducedSetting(
        "bitmapScale", asked: asked.bitmapScale.shortDescription, given: given.bitmapScale.shortDescription
      ) { given, _ in "bitmaps at \(given) of their resolution" },
      ReducedSetting("colors", asked: colors(asked), given: colors(given)) { given, _ in
        "at most \(given) colours a bitmap"
      },
    ].compactMap(\.self)
  }
}
