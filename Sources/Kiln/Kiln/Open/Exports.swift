// Types of the front door: `import Kiln` is enough to use it.
@_exported public import KilnAtlasExport
@_exported public import KilnComparison
@_exported public import KilnDiagnostics
@_exported public import KilnExporting
@_exported public import KilnGeometry
@_exported public import KilnLottieExport
@_exported public import KilnLottieImport
@_exported public import KilnPictureExport
@_exported public import KilnPixels
@_exported public import KilnRuleEngine
@_exported public import KilnSVGAExport
@_exported public import KilnSVGAFormat
@_exported public import KilnTimeline
@_exported public import KilnTimelineJSON
@_exported public import KilnVideoExport
@_exported public import KilnWebPExport
