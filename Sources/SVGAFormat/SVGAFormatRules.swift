public import Diagnostics

// Rules of files that cannot be read.
extension Rule {
  /// Bytes that start like nothing that an SVGA player reads.
  public static let svgaContainerUnknown = Rule(
    "svga.container.unknown", .error, .rejected, "The file is neither a zlib stream nor a ZIP archive.")
  /// A zlib stream that cannot be inflated.
  public static let svgaContainerDamaged = Rule(
    "svga.container.damaged", .error, .rejected, "The file is cut off or damaged and cannot be inflated.")
  /// A ZIP archive without a movie.
  public static let svgaArchiveEmpty = Rule(
    "svga.archive.empty", .error, .rejected, "The ZIP archive holds neither movie.binary nor movie.spec.")
  /// A stream, or an entry of an archive, that holds something else than a movie.
  public static let svgaMovieDamaged = Rule(
    "svga.movie.damaged", .error, .rejected, "The inflated bytes are not an SVGA movie.")
}

// Rules of what SVGA 1.x leaves open. Their messages are their summaries.
extension Rule {
  /// Two movies in one archive that are not the same.
  public static let svgaArchiveMovies = Rule(
    "svga.archive.movies", .note, .exact,
    "The archive's movie.binary and movie.spec differ in size, rate or length; movie.binary is taken, as on iOS, "
      + "whereas Web takes movie.spec.")
  /// JSON of the wrong kind.
  public static let svgaSpecMalformed = Rule(
    "svga.spec.malformed", .note, .exact,
    "A part of movie.spec is incomplete or of another kind than it should be and is read as on iOS; other players may "
      + "guess differently.")
  /// Colours of 0…255.
  public static let svgaSpecColorScale = Rule(
    "svga.spec.colorScale", .note, .exact,
    "A colour in movie.spec is above 1 and is taken as 0…255, as on Android; iOS and Web draw it white.")
}

/// The rules of this module.
public enum SVGAFormatRules {
  /// All of them.
  public static let all: [Rule] = [
    .svgaContainerUnknown, .svgaContainerDamaged, .svgaArchiveEmpty, .svgaMovieDamaged, .svgaArchiveMovies,
    .svgaSpecMalformed, .svgaSpecColorScale,
  ]
}
