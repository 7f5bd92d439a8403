public import KilnDiagnostics
public import KilnExporting
public import KilnSVGAFormat
internal import KilnTimeline

/// Makes movies smaller without a change of the picture, keys, mattes, clips and sounds.
///
/// Bitmaps are encoded again, those of mattes without colours; files without reference and needless sprites are left out;
/// numbers are rounded within `SVGAExporter.Options.tolerance`; hidden frames are emptied; repeated shapes become KEEP.
/// Bitmaps keep their size, because apps replace them by others that fill their layout.
public struct MovieOptimizer: Sendable {
  private let options: SVGAExporter.Options
  private let context: ExportContext

  /// An optimizer. Of the options the profile is not used.
  public init(_ options: SVGAExporter.Options = SVGAExporter.Options(), in context: ExportContext = ExportContext()) {
    self.options = options
    self.context = context
  }

  /// The movie in fewer bytes.
  ///
  /// - Throws: `work.cancelled` from the progress reporter.
  public func optimized(
    _ movie: SVGAMovieEntity, log: inout DiagnosticLog
  ) throws(Diagnostic) -> SVGAMovieEntity {
    var result = SVGAMovieEntity()
    result.version = SVGAPlayers.version
    result.params = movie.params
    var movie = movie
    movie.sprites = zip(movie.sprites, movie.needlessSprites).filter { !$1 }.map(\.0)
    let uses = FileReferences(movie)
    result.images = movie.images.filter { uses.isUsed($0.key) }
    result.audios = movie.audios
    result.sprites = PathTexts.best { texts in
      movie.sprites.map { sprite in
        var optimizer = SpriteOptimizer(sprite, options: options)
        return optimizer.optimized(&texts)
      }
    }
    try BitmapOptimizer(options, in: context).optimize(&result, log: &log)
    return result
  }
}
