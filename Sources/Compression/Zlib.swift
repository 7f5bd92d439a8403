public import Diagnostics

/// The zlib format (RFC 1950): what SVGA 2.x files are.
public enum Zlib {
  /// Inflates a stream to at most `limit` bytes. Bytes after the end of the stream are ignored.
  ///
  /// - Throws: `compression.data.truncated`, `compression.data.invalid` with the byte offset, or `limit.exceeded`.
  public static func inflate(_ bytes: [UInt8], limit: Int) throws(Diagnostic) -> [UInt8] {
    do throws(DeflateStream.Failure) {
      return try DeflateStream.inflate(bytes, in: 0..<bytes.count, wrapping: .zlib, limit: limit).output
    } catch {
      throw error.diagnostic("The zlib stream", limit: limit)
    }
  }

  /// Deflates bytes into one stream. The same bytes always give the same stream with one version of libdeflate.
  ///
  /// - Parameter level: 0 stores, 1 is fast, 12 is small.
  public static func deflate(_ bytes: [UInt8], level: Int = 12) throws(Diagnostic) -> [UInt8] {
    do throws(DeflateStream.Failure) {
      return try DeflateStream.deflate(bytes, wrapping: .zlib, level: level)
    } catch {
      throw error.diagnostic("The zlib stream", limit: .max)
    }
  }
}
