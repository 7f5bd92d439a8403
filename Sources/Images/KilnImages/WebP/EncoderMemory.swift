internal import CKilnWebP

/// Memory allocator settings for encoders.
package enum EncoderMemory {
  /// Makes the allocator keep freed memory for reuse. A process-wide setting, to be used by commands and not by libraries.
  ///
  /// libwebp allocates and frees some megabytes for every frame. By default glibc maps them each time, and clearing these
  /// pages took the kernel 10 to 20 % of the time of a conversion.
  package static func keepFreed() { kiln_keep_freed_memory() }
}
