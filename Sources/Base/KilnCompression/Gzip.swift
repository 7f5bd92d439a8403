package import KilnDiagnostics

/// The gzip format (RFC 1952), used by .tgs stickers.
package enum Gzip {
  /// Whether the bytes start with the gzip signature.
  package static func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

  /// Inflates all members of a file to at most `limit` bytes in total. Other bytes after the last member are ignored, as
  /// by gzip.
  ///
  /// - Parameter name: The limit that bounds them.
  /// - Throws: `compression.data.truncated`, `compression.data.invalid` with the byte offset, or `limit.exceeded`.
  package static func inflate(
    _ bytes: [UInt8], limit: Int, by name: Limit = .inflatedBytes
  ) throws(Diagnostic) -> [UInt8] {
    var output: [UInt8] = []
    var start = 0
    do throws(DeflateStream.Failure) {
      repeat {
        let member = try DeflateStream.inflate(
          bytes, in: start..<bytes.count, wrapping: .gzip, limit: limit - output.count)
        if output.isEmpty { output = member.output } else { output += member.output }
        start = member.end
      } while bytes[start...].starts(with: magic)
    } catch {
      throw error.diagnostic("The gzip file", limit: limit, by: name)
    }
    return output
  }

  /// The first inflated bytes of a file, fewer if it is shorter or damaged.
  package static func start(of bytes: [UInt8], count: Int) -> [UInt8] {
    DeflateStream.start(of: bytes, wrapping: .gzip, count: count)
  }

  /// Deflates bytes into a file with one member, without name and time.
  ///
  /// - Parameter level: libdeflate level, from 0 (stored) to 12 (smallest).
  /// - Throws: `internal.error` if memory is exhausted.
  /// - Precondition: `level` is in 0…12.
  package static func deflate(_ bytes: [UInt8], level: Int = 12) throws(Diagnostic) -> [UInt8] {
    do throws(DeflateStream.Failure) {
      return try DeflateStream.deflate(bytes, wrapping: .gzip, level: level)
    } catch {
      throw error.diagnostic("The gzip file", limit: .max)
    }
  }

  private static let magic: [UInt8] = [0x1f, 0x8b]
}
