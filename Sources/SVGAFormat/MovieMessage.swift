internal import Diagnostics
internal import SwiftProtobuf

/// A movie on the wire, as both containers hold it.
enum MovieMessage {
  /// Parses it, once it is known to be of a bearable size.
  static func parse(_ message: [UInt8], limits: Limits) throws(Diagnostic) -> SVGAMovieEntity {
    try MessageCensus.check(message, limits: limits)
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

  /// The movie on the wire. The same movie always gives the same bytes.
  static func serialize(_ movie: SVGAMovieEntity) throws(Diagnostic) -> [UInt8] {
    do {
      return try MovieMessageWriter.message(movie)
    } catch {
      throw Diagnostic(.internalError, "the movie could not be encoded: \(error)")
    }
  }
}
