internal import Compression
public import Diagnostics
internal import SwiftProtobuf

/// The file around a movie: SVGA 2.x is a protobuf message in a zlib stream, with nothing before it.
public enum SVGAContainer {
  /// Whether a file that starts with these bytes is SVGA: a zlib header, or a ZIP archive that names a movie.
  public static func recognizes(_ head: [UInt8]) -> Bool {
    isZip(head) ? names(["movie.spec", "movie.binary"], occurIn: head) : isZlib(head)
  }

  /// Reads a movie. What the players forgive is forgiven: bytes after the stream, unknown fields, fields out of order.
  public static func read(_ bytes: [UInt8], limits: Limits = Limits()) throws(Diagnostic) -> SVGAMovieEntity {
    try limits.check(bytes.count, atMost: limits.inputBytes, "the file's number of bytes")
    if isZip(bytes) {
      throw Diagnostic(
        .svgaContainerZip, "SVGA 1.x (ZIP) is not read yet", advice: "export the animation as SVGA 2.x")
    }
    guard isZlib(bytes) else {
      throw Diagnostic(
        .svgaContainerUnknown, "the file does not start like an SVGA file", advice: "check that it is one")
    }
    let message = try inflate(bytes, limits: limits)
    try MessageCensus.check(message, limits: limits)
    return try parse(message)
  }

  /// Writes a movie. The same movie always gives the same bytes with one version of zlib.
  ///
  /// - Parameter level: zlib's effort; 0 stores, 9 is smallest.
  public static func write(_ movie: SVGAMovieEntity, level: Int = 9) throws(Diagnostic) -> [UInt8] {
    var options = BinaryEncodingOptions()
    // The order of a Swift dictionary changes from run to run.
    options.useDeterministicOrdering = true
    let message: [UInt8]
    do {
      message = try movie.serializedBytes(options: options)
    } catch {
      throw Diagnostic(.internalError, "the movie could not be encoded: \(error)")
    }
    return try Zlib.deflate(message, level: level)
  }

  // MARK: - Steps

  private static func inflate(_ bytes: [UInt8], limits: Limits) throws(Diagnostic) -> [UInt8] {
    do throws(Diagnostic) {
      return try Zlib.inflate(bytes, limit: limits.inflatedBytes)
    } catch {
      guard error.rule != .limitExceeded, error.rule != .internalError else { throw error }
      throw Diagnostic(
        .svgaContainerDamaged, "the file is cut off or damaged: \(error.message)", at: error.path,
        advice: "export or download it again")
    }
  }

  private static func parse(_ message: [UInt8]) throws(Diagnostic) -> SVGAMovieEntity {
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

  // MARK: - Detection

  /// RFC 1950, 2.2: Deflate with a window of 32 KiB, and a header that is a multiple of 31.
  private static func isZlib(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 2, bytes[0] == 0x78 else { return false }
    return (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
  }

  private static func isZip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) }

  private static func names(_ names: [String], occurIn bytes: [UInt8]) -> Bool {
    names.contains { name in
      let name = Array(name.utf8)
      return bytes.indices.contains { bytes[$0] == name[0] && bytes[$0...].starts(with: name) }
    }
  }
}
