internal import Diagnostics
internal import SwiftProtobuf

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

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
  ///
  /// Equal files stand side by side, whatever their keys, so that Deflate finds the one in the other.
  static func serialize(_ movie: SVGAMovieEntity) throws(Diagnostic) -> [UInt8] {
    var rest = movie
    rest.images = [:]
    do {
      var message: [UInt8] = try rest.serializedBytes()
      var firstKeys: [Data: String] = [:]
      for (key, file) in movie.images { firstKeys[file] = min(firstKeys[file] ?? key, key) }
      let order = movie.images.sorted { (firstKeys[$0.value] ?? "", $0.key) < (firstKeys[$1.value] ?? "", $1.key) }
      for (key, file) in order {
        var entry = SVGAMovieEntity()
        entry.images = [key: file]
        message += try entry.serializedBytes() as [UInt8]
      }
      return message
    } catch {
      throw Diagnostic(.internalError, "the movie could not be encoded: \(error)")
    }
  }
}
