internal import CKilnWebP
internal import KilnVP8L

/// Memory allocator settings for encoders.
package enum EncoderMemory {
  /// Makes the allocator keep freed memory for reuse. A process-wide setting, to be used by commands and not by libraries.
  ///
  /// libwebp allocates and frees some megabytes for every frame. By default glibc maps them each time, and clearing these
  /// pages took the kernel 10 to 20 % of the time of a conversion.
  package static func keepFreed() { kiln_keep_freed_memory() }

  /// Pixels of the largest picture after which memory is kept: some 16 MB for each thread.
  private static let keptPixelCount = 1 << 18

  /// Gives the memory of encoders back to the system after pictures of this size, unless they are small.
  package static func release(pixelCount: Int) {
    guard pixelCount > keptPixelCount else { return }
    VP8LScratchMemory.freeKept()
    kiln_return_freed_memory()
  }
}
