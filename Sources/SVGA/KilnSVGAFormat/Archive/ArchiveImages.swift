internal import KilnCompression
internal import KilnDiagnostics

/// The image files of an archive.
struct ArchiveImages {
  private let archive: ZipArchive
  private let limits: Limits
  private var top: [String: ZipArchive.Entry] = [:]
  private var inFolders: [String: ZipArchive.Entry] = [:]
  private var total = 0

  /// - Parameter folder: Folder that is the top of the archive, with a slash at its end; empty for the whole archive.
  init(_ archive: ZipArchive, folder: String, limits: Limits) {
    self.archive = archive
    self.limits = limits
    for entry in archive.entries where !entry.isDirectory && entry.name.hasPrefix(folder) {
      let parts = entry.name.dropFirst(folder.count).split { $0 == "/" || $0 == "\\" }
      guard let name = parts.last.map(String.init), parts.first != "__MACOSX" else { continue }
      // The first of several entries with one name counts.
      if parts.count == 1, top[name] == nil { top[name] = entry }
      if parts.count > 1, inFolders[name] == nil { inFolders[name] = entry }
    }
  }

  /// The image of a key whose value in the movie is `name`; nil if the archive has none. Files at the top of the archive
  /// take precedence over those in folders, which players do not read.
  mutating func bytes(name: String, key: String) throws(Diagnostic) -> [UInt8]? {
    let candidates = ["\(name).png", name, "\(key).png"]
    guard let entry = candidates.firstValue(in: top) ?? candidates.firstValue(in: inFolders) else { return nil }
    let bytes = try archive.data(of: entry)
    // Many keys may name one picture.
    total += bytes.count
    try limits.check(total, atMost: .inflatedBytes, "the number of bytes of the pictures")
    return bytes
  }

  /// Replaces the file names in a movie by the files. Bytes that are no text count as the file itself, as on iOS.
  mutating func resolve(_ movie: inout SVGAMovieEntity) throws(Diagnostic) {
    // In order, so that of several damaged pictures the same one is reported each time.
    for key in movie.images.keys.sorted() {
      guard let value = movie.imageBytes(forKey: key), let name = String(validating: value, as: UTF8.self) else {
        continue
      }
      if let bytes = try bytes(name: name, key: key) {
        movie.setImageBytes(bytes, forKey: key)
      } else {
        movie.removeImage(forKey: key)
      }
    }
  }
}

extension [String] {
  /// Value of the first key that a table contains.
  fileprivate func firstValue<Value>(in table: [String: Value]) -> Value? {
    for key in self {
      if let value = table[key] { return value }
    }
    return nil
  }
}
