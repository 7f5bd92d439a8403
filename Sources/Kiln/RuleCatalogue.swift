internal import AtlasExport
internal import Compression
public import Diagnostics
internal import ImageCodecs
internal import LottieFormat
internal import LottieImport
internal import PictureExport
internal import SVGAExport
internal import SVGAFormat
internal import SVGAImport
internal import PictureExport
internal import TimelineJSON
internal import TimelineModel
internal import TimelineRendering
internal import Validation

/// Every rule of the library: each finding is of one of these kinds.
public enum RuleCatalogue {
  /// By ID, in order.
  public static let all: [Rule] = [
    Rule.shared, CompressionRules.all, ImageCodecRules.all, TimelineRules.all, ExportRules.all,
    TimelineRenderingRules.all, LottieFormatRules.all, LottieImportRules.all, SVGAFormatRules.all, SVGAImportRules.all,
    SVGAExportRules.all, TimelineJSONRules.all, AtlasExportRules.all, PictureExportRules.all, ValidationCatalogue.all,
    KilnRules.all,
  ].flatMap(\.self).sorted { $0.id < $1.id }
}
