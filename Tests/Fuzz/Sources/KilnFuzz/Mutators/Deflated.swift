internal import CFuzzZlib

/// Streams of zlib, gzip and bare Deflate, packed and unpacked by zlib.
enum Deflated {
  /// What is around Deflate: the value of zlib's `windowBits`.
  enum Wrapping: Int32 {
    case none = -15
    case zlib = 15
    case gzip = 31
  }

  /// The wrapping that bytes start like; nil if it is neither zlib nor gzip.
  static func wrapping(of bytes: [UInt8]) -> Wrapping? {
    if bytes.starts(with: [0x1F, 0x8B]) { return .gzip }
    guard bytes.count > 2, bytes[0] & 15 == 8, (Int(bytes[0]) << 8 + Int(bytes[1])) % 31 == 0 else { return nil }
    return .zlib
  }

  /// What a stream holds, up to a number of bytes; nil if it is damaged or has more.
  static func unpack(_ bytes: [UInt8], as wrapping: Wrapping, atMost limit: Int = 1 << 20) -> [UInt8]? {
    var stream = z_stream()
    guard inflateInit2_(&stream, wrapping.rawValue, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      return nil
    }
    defer { inflateEnd(&stream) }
    var output = [UInt8](repeating: 0, count: limit)
    let status = run(&stream, bytes, &output) { inflate($0, Z_FINISH) }
    return status == Z_STREAM_END ? Array(output.prefix(Int(stream.total_out))) : nil
  }

  /// A stream that holds bytes, packed a little.
  static func pack(_ bytes: [UInt8], as wrapping: Wrapping) -> [UInt8] {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    guard deflateInit2_(&stream, 1, Z_DEFLATED, wrapping.rawValue, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK
    else { return [] }
    defer { deflateEnd(&stream) }
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))) + 64)
    _ = run(&stream, bytes, &output) { deflate($0, Z_FINISH) }
    return Array(output.prefix(Int(stream.total_out)))
  }

  static func crc32(of bytes: [UInt8]) -> UInt32 {
    UInt32(truncatingIfNeeded: CFuzzZlib.crc32(0, bytes, UInt32(bytes.count)))
  }

  private static func run(
    _ stream: inout z_stream, _ input: [UInt8], _ output: inout [UInt8],
    _ body: (UnsafeMutablePointer<z_stream>) -> Int32
  ) -> Int32 {
    input.withUnsafeBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
        (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
        return body(&stream)
      }
    }
  }
}
