public import KilnDiagnostics

extension ZipArchive {
  /// The archive with other content of some entries, and without some. All others are copied as they are packed.
  ///
  /// Comments, extra fields and times are not kept.
  ///
  /// - Parameters:
  ///   - contents: New data by position in `entries`; deflated entries are deflated again.
  ///   - removed: Positions in `entries` of those that are left out.
  /// - Throws: `compression.zip.unsupported` for encrypted entries, `compression.zip.invalid` for damaged ones, or
  ///   `compression.zip.tooLarge`.
  public func replacing(
    _ contents: [Int: [UInt8]], removing removed: Set<Int> = []
  ) throws(Diagnostic) -> [UInt8] {
    var writer = ZipWriter()
    for (position, entry) in entries.enumerated() where !removed.contains(position) {
      if let data = contents[position] {
        try writer.add(entry.name, data, method: entry.isStored ? .stored : .deflated())
      } else {
        try writer.add(entry, packed: packedData(of: entry))
      }
    }
    return try writer.finish()
  }
}

extension ZipArchive.Entry {
  /// Whether the data is not compressed.
  package var isStored: Bool { method == 0 }
}
