internal import CKilnMalloc
internal import Synchronization

/// The C library's memory allocator.
package enum Allocator {
  /// Whether the allocator keeps freed memory, so that the system gets it only from `returnFreedMemory()`.
  private static let keepsFreedMemory = Atomic<Bool>(false)

  /// Makes the allocator keep freed memory for reuse. A process-wide setting, to be used by commands and not by libraries.
  ///
  /// libwebp allocates and frees some megabytes for every frame. By default glibc maps them each time, and clearing these
  /// pages took the kernel 10 to 20 % of the time of a conversion.
  package static func keepFreedMemory() {
    keepsFreedMemory.store(true, ordering: .relaxed)
    kiln_keep_freed_memory()
  }

  /// Returns to the system the freed memory that is kept since `keepFreedMemory()`; does nothing without that.
  package static func returnFreedMemory() {
    if keepsFreedMemory.load(ordering: .relaxed) { kiln_return_freed_memory() }
  }
}
