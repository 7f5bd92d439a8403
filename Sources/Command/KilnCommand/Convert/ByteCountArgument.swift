internal import ArgumentParser
internal import KilnDiagnostics

/// A number of bytes, such as `500000`, `500k`, `500kB`, `8MB` or `1.5MiB`, or `none` for no limit.
package struct ByteCountArgument: ExpressibleByArgument {
  /// Bytes; nil for no limit.
  package let count: Int?

  init?(argument: String) {
    if argument.lowercased() == "none" {
      count = nil
      return
    }
    guard let count = ByteCount(argument) else { return nil }
    self.count = count.bytes
  }
}
