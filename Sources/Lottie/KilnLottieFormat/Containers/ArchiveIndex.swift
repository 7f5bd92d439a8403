package import KilnCompression

/// Index of an archive's entries of one kind by the names that documents and manifests use, so that each name takes the same
/// time however many entries there are.
package struct ArchiveIndex: Sendable {
  private let entries: [ZipArchive.Entry]
  /// Position of the first entry of each file name.
  private let positions: [Substring: Int]

  /// An index of the entries that satisfy a condition.
  package init(_ archive: ZipArchive, where isIncluded: (ZipArchive.Entry) -> Bool) {
    entries = archive.entries
    var positions: [Substring: Int] = [:]
    for (position, entry) in archive.entries.enumerated() where isIncluded(entry) {
      if positions[entry.fileName] == nil { positions[entry.fileName] = position }
    }
    self.positions = positions
  }

  /// Position of the first entry with one of some file names.
  package func position(of names: [String]) -> Int? { names.compactMap { positions[$0[...]] }.min() }

  /// The first entry with one of some file names.
  package func entry(_ names: [String]) -> ZipArchive.Entry? { position(of: names).map { entries[$0] } }
}
