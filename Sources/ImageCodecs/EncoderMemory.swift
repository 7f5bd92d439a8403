internal import CWebP

/// The memory that libwebp works in.
public enum EncoderMemory {
  /// Keeps what was freed for what comes next, in the whole process: a matter for commands, not for libraries.
  ///
  /// libwebp takes and frees some megabytes for every frame. By default glibc maps these anew each time, and clearing
  /// them took the kernel 10 to 20 % of the time of a conversion.
  public static func keepFreed() { kiln_keep_freed_memory() }
}
