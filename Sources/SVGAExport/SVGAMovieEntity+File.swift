public import Diagnostics
public import SVGAFormat
internal import TimelineModel

extension SVGAMovieEntity {
  /// The movie, packed as the options say.
  public func file(_ options: SVGAExporter.Options, log: inout DiagnosticLog) throws(Diagnostic) -> [UInt8] {
    if options.version == .archive, !audios.isEmpty {
      log.add(.timelineAudioDropped, "sounds are left out: SVGA 1.x has none")
    }
    return try SVGAContainer.write(self, as: options.version, effort: options.effort)
  }
}
