internal import Compression

/// Index of an archive's entries by the names that documents and manifests use, so that each name takes the same time
/// however many entries there are.
struct ArchiveIndex: Sendable {
  private let entries: [ZipArchive.Entry]
  /// Positions of the entries by file name, in the order of the archive.
  private let positions: [Substring: [Int]]

  /// An index of all entries.
  init(_ archive: ZipArchive) {
    entries = archive.entries
    positions = Dictionary(grouping: entries.indices, by: { [entries] in entries[$0].fileName })
  }

  /// Position of the first entry with one of some file names that satisfies a condition.
  func position(of names: [String], where condition: (ZipArchive.Entry) -> Bool) -> Int? {
    names.compactMap { name in positions[name[...]]?.first { condition(entries[$0]) } }.min()
  }

  /// The first entry with one of some file names that satisfies a condition.
  func entry(_ names: [String], where condition: (ZipArchive.Entry) -> Bool) -> ZipArchive.Entry? {
    position(of: names, where: condition).map { entries[$0] }
  }
}
