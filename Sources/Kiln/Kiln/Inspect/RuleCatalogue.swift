internal import KilnAtlasExport
internal import KilnCompression
public import KilnDiagnostics
internal import KilnExporting
internal import KilnImages
internal import KilnLottieExport
internal import KilnLottieFormat
internal import KilnLottieImport
internal import KilnPictureExport
internal import KilnPictureImport
internal import KilnPrograms
internal import KilnSVGAExport
internal import KilnSVGAFormat
internal import KilnSVGAImport
internal import KilnTimelineJSON
internal import KilnTimeline
internal import KilnRendering
internal import KilnValidation
internal import KilnVideo
internal import KilnVideoExport

/// Every rule of the library: each finding is of one of these kinds.
public enum RuleCatalogue {
  /// By ID, in order.
  public static let all: [Rule] = [
    Rule.shared, CompressionRules.all, ImageCodecRules.all, TimelineRules.all, ExportRules.all,
    TimelineRenderingRules.all, LottieFormatRules.all, LottieImportRules.all, LottieExportRules.all,
    SVGAFormatRules.all,
    SVGAImportRules.all, SVGAExportRules.all, TimelineJSONRules.all, AtlasExportRules.all, PictureExportRules.all,
    PictureImportRules.all, ProgramRules.all, VideoRules.all, VideoExportRules.all,
    ValidationCatalogue.all,
    KilnRules.all,
  ].flatMap(\.self).sorted { $0.id < $1.id }
}
