public import KilnDiagnostics

// Rules of files that cannot be read.
extension Rule {
  /// Bytes that start like nothing that an SVGA player reads.
  public static let svgaContainerUnknown = Rule(
    "svga.container.unknown", .error, .rejected,
    "The file is neither a zlib stream nor a ZIP archive.",
    why: "No player can read the file.",
    remedy: "Check that it is an SVGA file; export it again.")
  /// A zlib stream that cannot be inflated.
  public static let svgaContainerDamaged = Rule(
    "svga.container.damaged", .error, .rejected,
    "The file is cut off or damaged and cannot be inflated.",
    why: "No player can read the file.",
    remedy: "Export or download the SVGA file again.")
  /// A movie in another packing than zlib's.
  public static let svgaGzip = Rule(
    "svga.container.gzip", .warning, .exact,
    "The movie is packed with gzip instead of zlib.",
    why: "The web player reads it; Android and iOS do not.",
    remedy: "Convert the file with Kiln, which writes what all players read.")
  /// A ZIP archive without a movie.
  public static let svgaArchiveEmpty = Rule(
    "svga.archive.empty", .error, .rejected,
    "The ZIP archive holds neither movie.binary nor movie.spec.",
    why: "There is nothing to draw.",
    remedy: "Export the SVGA file again.")
  /// A stream, or an entry of an archive, that holds something else than a movie.
  public static let svgaMovieDamaged = Rule(
    "svga.movie.damaged", .error, .rejected,
    "The inflated bytes are not an SVGA movie.",
    why: "No player can read the file.",
    remedy: "Export or download the SVGA file again.")
}

// Rules of what SVGA 1.x leaves open. Their messages are their summaries.
extension Rule {
  /// Two movies in one archive that are not the same.
  public static let svgaArchiveMovies = Rule(
    "svga.archive.movies", .note, .exact,
    "The archive's movie.binary and movie.spec differ in size, rate or length; movie.binary is taken, as on iOS, "
      + "whereas Web takes movie.spec.",
    why: "Players show different animations of one file.",
    remedy: "Convert the file with Kiln, which writes one movie.")
  /// JSON of the wrong kind.
  public static let svgaSpecMalformed = Rule(
    "svga.spec.malformed", .note, .exact,
    "A part of movie.spec is incomplete or of another kind than it should be and is read as on iOS; other players "
      + "may guess differently.",
    why: "Players may show different pictures of one file.",
    remedy: "Export the SVGA file again, or convert it with Kiln.")
  /// Colours of 0…255.
  public static let svgaSpecColorScale = Rule(
    "svga.spec.colorScale", .note, .exact,
    "A colour in movie.spec is above 1 and is taken as 0…255, as on Android; iOS and Web draw it white.",
    why: "iOS and browsers draw the shape white.",
    remedy: "Convert the file with Kiln, which writes colours as all players read them.")
}

/// Rules of this module.
public enum SVGAFormatRules {
  /// All rules that this module declares.
  public static let all: [Rule] = [
    .svgaContainerUnknown, .svgaContainerDamaged, .svgaGzip, .svgaArchiveEmpty, .svgaMovieDamaged, .svgaArchiveMovies,
    .svgaSpecMalformed, .svgaSpecColorScale,
  ]
}
