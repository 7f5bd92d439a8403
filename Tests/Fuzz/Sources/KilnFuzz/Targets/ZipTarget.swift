internal import KilnCompression
internal import KilnDiagnostics

/// ZIP archives: the directory, every entry, and writing the archive anew.
enum ZipTarget {
  private static let maximumEntries = 64

  static func run(_ bytes: [UInt8]) {
    guard let archive = try? ZipArchive(bytes: bytes, limits: .fuzzing) else { return }
    _ = (archive.files.count, archive.commonFolder)
    var contents: [Int: [UInt8]] = [:]
    for (position, entry) in archive.entries.prefix(maximumEntries).enumerated() {
      contents[position] = try? archive.data(of: entry)
    }
    guard let written = try? archive.replacing(contents) else { return }
    guard let again = try? ZipArchive(bytes: written, limits: .fuzzing) else {
      FuzzTarget.fail("an archive that was written anew cannot be read")
    }
    guard again.entries.count == archive.entries.count else { FuzzTarget.fail("entries are lost") }
    for (position, data) in contents where (try? again.data(of: again.entries[position])) != data {
      FuzzTarget.fail("entry \(position) has other bytes after writing it")
    }
  }
}
