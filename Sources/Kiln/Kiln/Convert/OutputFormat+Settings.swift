public import KilnAtlasExport
internal import KilnExporting
public import KilnLottieExport
public import KilnPictureExport
public import KilnSVGAExport
public import KilnTimelineJSON
public import KilnVideoExport
public import KilnWebPExport

// Formats with settings of their exporters.
extension OutputFormat {
  /// SVGA with settings.
  public static func svga(_ change: (inout SVGAExporter.Options) -> Void) -> OutputFormat {
    svga.with(SVGAExporter.self, .init(), change)
  }

  /// Animated WebP with settings.
  public static func webp(_ change: (inout WebPExporter.Options) -> Void) -> OutputFormat {
    webp.with(WebPExporter.self, .init(), change)
  }

  /// Animated PNG with settings.
  public static func apng(_ change: (inout APNGExporter.Options) -> Void) -> OutputFormat {
    apng.with(APNGExporter.self, .init(), change)
  }

  /// Animated GIF with settings.
  public static func gif(_ change: (inout GIFExporter.Options) -> Void) -> OutputFormat {
    gif.with(GIFExporter.self, .init(), change)
  }

  /// A PNG atlas with settings.
  public static func atlas(_ change: (inout AtlasExporter.Options) -> Void) -> OutputFormat {
    atlas.with(AtlasExporter.self, .init(), change)
  }

  /// A folder of PNG files with settings.
  public static func frames(_ change: (inout FrameSequenceExporter.Options) -> Void) -> OutputFormat {
    frames.with(FrameSequenceExporter.self, .init(), change)
  }

  /// The baked timeline with settings.
  public static func timeline(_ change: (inout TimelineJSONExporter.Options) -> Void) -> OutputFormat {
    timeline.with(TimelineJSONExporter.self, .init(), change)
  }

  /// Lottie with settings.
  public static func lottie(_ change: (inout LottieExporter.Options) -> Void) -> OutputFormat {
    lottie.with(LottieExporter.self, .init(), change)
  }

  /// MP4 with settings.
  public static func mp4(_ change: (inout VideoExporter.Options) -> Void) -> OutputFormat {
    mp4.with(VideoExporter.self, .init(.mp4), change)
  }

  /// WebM with settings.
  public static func webm(_ change: (inout VideoExporter.Options) -> Void) -> OutputFormat {
    webm.with(VideoExporter.self, .init(.webm), change)
  }

  /// The format with other settings of its exporter.
  private func with<Exporter: AnimationExporter>(
    _ exporter: Exporter.Type, _ options: Exporter.Options, _ change: (inout Exporter.Options) -> Void
  ) -> OutputFormat {
    var options = options
    change(&options)
    return OutputFormat(self, Exporter(options: options))
  }
}
