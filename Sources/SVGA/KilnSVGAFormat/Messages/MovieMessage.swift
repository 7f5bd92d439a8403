internal import KilnDiagnostics
internal import SwiftProtobuf

/// The protobuf message of a movie, as both containers hold it.
enum MovieMessage {
  /// Parses a message, after its size is checked.
  ///
  /// - Throws: `svga.movie.damaged` or `limit.exceeded`.
  static func parse(_ message: [UInt8], limits: Limits) throws(Diagnostic) -> SVGAMovieEntity {
    try MessageCounter.check(message, limits: limits)
    var options = BinaryDecodingOptions()
    // The deepest message, a colour, lies six deep; the rest is for groups in unknown fields.
    options.messageDepthLimit = 32
    do {
      return try SVGAMovieEntity(serializedBytes: message, options: options)
    } catch {
      throw Diagnostic(
        .svgaMovieDamaged, "the inflated file is not an SVGA movie", advice: "export or download it again")
    }
  }

  /// The message of a movie. Equal movies give equal bytes.
  ///
  /// - Throws: `internal.error`.
  static func serialize(_ movie: SVGAMovieEntity) throws(Diagnostic) -> [UInt8] {
    do {
      return try MovieMessageWriter.message(movie)
    } catch {
      throw Diagnostic(.internalError, "the movie could not be encoded: \(error)")
    }
  }
}
