public import Diagnostics

/// The gzip format (RFC 1952): what .tgs stickers are.
public enum Gzip {
  /// Whether the bytes start like a gzip file.
  public static func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

  /// Inflates a file, all members one after another, to at most `limit` bytes. Other bytes after the last member are
  /// ignored, as gzip does.
  ///
  /// - Throws: `compression.data.truncated`, `compression.data.invalid` with the byte offset, or `limit.exceeded`.
  public static func inflate(_ bytes: [UInt8], limit: Int) throws(Diagnostic) -> [UInt8] {
    var output: [UInt8] = []
    var start = 0
    do throws(DeflateStream.Failure) {
      repeat {
        let member = try DeflateStream.inflate(
          bytes, in: start..<bytes.count, wrapping: .gzip, limit: limit - output.count)
        output += member.output
        start = member.end
      } while bytes[start...].starts(with: magic)
    } catch {
      throw error.diagnostic("The gzip file", limit: limit)
    }
    return output
  }

  /// Deflates bytes into a file of one member without name or time.
  ///
  /// - Parameter level: 0 stores, 1 is fast, 12 is small.
  public static func deflate(_ bytes: [UInt8], level: Int = 12) throws(Diagnostic) -> [UInt8] {
    do throws(DeflateStream.Failure) {
      return try DeflateStream.deflate(bytes, wrapping: .gzip, level: level)
    } catch {
      throw error.diagnostic("The gzip file", limit: .max)
    }
  }

  private static let magic: [UInt8] = [0x1f, 0x8b]
}
