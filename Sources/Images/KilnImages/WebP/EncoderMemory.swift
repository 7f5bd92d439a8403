internal import CKilnWebP
package import KilnDiagnostics
internal import KilnVP8L
internal import Synchronization

/// Memory that encoders and the allocator keep for reuse.
package enum EncoderMemory {
  /// Whether the allocator keeps freed memory, and so must be told when to return it.
  private static let keepsFreed = Atomic<Bool>(false)

  /// Makes the allocator keep freed memory for reuse. A process-wide setting, to be used by commands and not by libraries.
  ///
  /// libwebp allocates and frees some megabytes for every frame. By default glibc maps them each time, and clearing these
  /// pages took the kernel 10 to 20 % of the time of a conversion.
  package static func keepFreed() {
    keepsFreed.store(true, ordering: .relaxed)
    kiln_keep_freed_memory()
  }

  /// Calls a function that encodes pictures one after the other. Memory that only large ones need is kept from one to the
  /// next, and returned to the system at the end.
  ///
  /// - Parameter pixelCount: Number of pixels of the largest picture.
  package static func keep<Result>(
    pixelCount: Int, during body: () throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    guard pixelCount > VP8LScratchMemory.largePixelCount else { return try body() }
    defer { if keepsFreed.load(ordering: .relaxed) { kiln_return_freed_memory() } }
    return try VP8LScratchMemory.keepingLarge(body)
  }
}
