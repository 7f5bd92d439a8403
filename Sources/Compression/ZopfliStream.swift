#if canImport(CZopfli)
  internal import CZopfli
#endif

/// Zlib streams by zopfli, which looks for the cheapest way through all matches: 2 to 4 % below zlib's best on frames of a
/// few kilobytes, in a hundred times the time.
enum ZopfliStream {
  /// Bytes above which it takes too long.
  private static let maximumBytes = 1 << 18

  /// A zlib stream; nil if there is too much data, or none, or no zopfli on this system.
  ///
  /// - Parameter rounds: How often prices are made anew from the codes of the round before.
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
