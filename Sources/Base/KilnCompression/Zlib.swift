package import KilnDiagnostics

/// The zlib format (RFC 1950), used by SVGA 2.x files and PNG.
package enum Zlib {
  /// Inflates a stream to at most `limit` bytes. Bytes after the end of the stream are ignored.
  ///
  /// - Throws: `compression.data.truncated`, `compression.data.invalid` with the byte offset, or `limit.exceeded`.
  package static func inflate(_ bytes: [UInt8], limit: Int) throws(Diagnostic) -> [UInt8] {
    do throws(DeflateStream.Failure) {
      return try DeflateStream.inflate(bytes, in: 0..<bytes.count, wrapping: .zlib, limit: limit).output
    } catch {
      throw error.diagnostic("The zlib stream", limit: limit)
    }
  }

  /// Deflates bytes into one stream. Deterministic for one version of libdeflate.
  ///
  /// - Parameter level: libdeflate level, from 0 (stored) to 12 (smallest).
  /// - Throws: `internal.error` if memory is exhausted.
  /// - Precondition: `level` is in 0…12.
  package static func deflate(_ bytes: [UInt8], level: Int = 12) throws(Diagnostic) -> [UInt8] {
    do throws(DeflateStream.Failure) {
      return try DeflateStream.deflate(bytes, wrapping: .zlib, level: level)
    } catch {
      throw error.diagnostic("The zlib stream", limit: .max)
    }
  }

  /// Deflates bytes into one stream, as `deflate(_:level:)`; nil, and mostly sooner, if it is not shorter than asked.
  ///
  /// - Throws: `internal.error` if memory is exhausted.
  /// - Precondition: `level` is in 0…12.
  package static func deflate(_ bytes: [UInt8], level: Int, shorterThan limit: Int) throws(Diagnostic) -> [UInt8]? {
    do throws(DeflateStream.Failure) {
      return try DeflateStream.deflate(bytes, wrapping: .zlib, level: level, shorterThan: limit)
    } catch {
      throw error.diagnostic("The zlib stream", limit: .max)
    }
  }
}
