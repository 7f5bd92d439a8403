public import Diagnostics
public import SVGAFormat
public import TimelineModel

/// Makes movies smaller that stay what they are: the picture, keys, mattes, clips and sounds.
///
/// Bitmaps are packed better, those of mattes lose their colours, those that nothing names are left out, numbers are rounded as far as nobody can see it,
/// frames that nobody sees are emptied, and shapes that come again become KEEP. Bitmaps keep their size, because apps
/// replace them by others that fill their layout.
public struct MovieOptimizer: Sendable {
  private let options: SVGAExporter.Options
  private let context: ExportContext

  /// An optimizer. Of the options the profile is not used.
  public init(_ options: SVGAExporter.Options = SVGAExporter.Options(), in context: ExportContext = ExportContext()) {
    self.options = options
    self.context = context
  }

  /// The same movie in fewer bytes.
  public func optimized(
    _ movie: SVGAMovieEntity, log: inout DiagnosticLog
  ) throws(Diagnostic) -> SVGAMovieEntity {
    var result = SVGAMovieEntity()
    result.version = SVGAPlayers.version
    result.params = movie.params
    let uses = FileUses(movie)
    result.images = movie.images.filter { uses.isUsed($0.key) }
    result.audios = movie.audios
    result.sprites = movie.sprites.map { sprite in
      var optimizer = SpriteOptimizer(sprite, options: options)
      return optimizer.optimized()
    }
    try BitmapOptimizer(options, in: context).optimize(&result, log: &log)
    return result
  }
}
