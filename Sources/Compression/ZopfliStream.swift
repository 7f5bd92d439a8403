#if canImport(CZopfli)
  internal import CZopfli
#endif

/// Zlib streams by zopfli, which searches a shortest path over all matches: 2 to 4 % below zlib's best on frames of a few
/// kilobytes, in a hundred times the time.
enum ZopfliStream {
  /// Number of bytes above which it takes too long.
  private static let maximumBytes = 1 << 18

  /// A zlib stream; nil if there is too much data, or none, or no zopfli on this system.
  ///
  /// - Parameter rounds: Number of iterations; each estimates costs from the codes of the one before.
  static func deflate(_ bytes: [UInt8], rounds: Int) -> [UInt8]? {
    #if canImport(CZopfli)
      guard (1...maximumBytes).contains(bytes.count) else { return nil }
      var options = ZopfliOptions()
      ZopfliInitOptions(&options)
      options.numiterations = Int32(clamping: rounds)
      // Grown by zopfli with realloc, and ours to free.
      var stream: UnsafeMutablePointer<UInt8>?
      var count = 0
      ZopfliZlibCompress(&options, bytes, bytes.count, &stream, &count)
      guard let stream else { return nil }
      defer { free(stream) }
      return Array(UnsafeBufferPointer(start: stream, count: count))
    #else
      return nil
    #endif
  }
}
