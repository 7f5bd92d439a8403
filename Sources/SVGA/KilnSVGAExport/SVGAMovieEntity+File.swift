public import KilnDiagnostics
public import KilnSVGAFormat
internal import KilnTimeline

extension SVGAMovieEntity {
  /// The movie as a file of the options' version.
  ///
  /// - Throws: `compression.zip.tooLarge` for an archive of more than 4 GB, or `internal.error`.
  public func file(_ options: SVGAExporter.Options, log: inout DiagnosticLog) throws(Diagnostic) -> [UInt8] {
    if options.version == .archive, !audios.isEmpty {
      log.add(.timelineAudioNone, "sounds are left out: SVGA 1.x has none")
    }
    return try SVGAContainer.write(self, as: options.version, effort: options.effort)
  }
}
