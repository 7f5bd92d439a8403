internal import KilnDiagnostics
internal import Kiln

/// The patterns of a `.gitignore` file.
///
/// As in Git: a pattern without a slash matches names at any depth, one with a slash paths from the file's folder; a slash
/// at the end matches folders only; `!` takes back what an earlier line ignores, and the last line that matches counts.
struct IgnoreFile {
  /// Name of the files.
  static let name = ".gitignore"
  /// Maximum size in bytes; the patterns of larger files are not used.
  private static let maximumBytes = 1 << 20

  private struct Line {
    var pattern: GlobPattern
    var isForFolders: Bool
    var isNegated: Bool
  }

  /// Absolute path of the folder whose content the patterns are about.
  let folder: String
  private let lines: [Line]

  /// The file in a folder; nil if there is none, or it has no patterns.
  init?(in folder: String) {
    var limits = Limits()
    limits.inputBytes = Self.maximumBytes
    guard let bytes = try? Files.readRegular(folder + "/" + Self.name, limits: limits) else { return nil }
    self.init(String(decoding: bytes, as: UTF8.self), folder: folder)
  }

  /// The patterns of a text; nil if there are none.
  init?(_ text: String, folder: String) {
    self.folder = folder
    lines = text.split(whereSeparator: \.isNewline).compactMap { Self.line(String($0)) }
    if lines.isEmpty { return nil }
  }

  private static func line(_ text: String) -> Line? {
    var text = text
    while text.hasSuffix(" "), !text.hasSuffix("\\ ") { text.removeLast() }
    guard !text.hasPrefix("#") else { return nil }
    let isNegated = text.hasPrefix("!")
    if isNegated { text.removeFirst() }
    let isForFolders = text.hasSuffix("/")
    if isForFolders { text.removeLast() }
    let isAnchored = text.hasPrefix("/")
    if isAnchored { text.removeFirst() }
    return GlobPattern(text, isAnchored: isAnchored, hasBraces: false).map {
      Line(pattern: $0, isForFolders: isForFolders, isNegated: isNegated)
    }
  }

  /// Whether a file or folder is ignored; nil if no pattern is about it.
  ///
  /// - Parameter path: An absolute path.
  func ignores(_ path: String, isFolder: Bool) -> Bool? {
    guard let below = Files.path(path, below: folder) else { return nil }
    return lines.last { (isFolder || !$0.isForFolders) && $0.pattern.matches(below) }.map { !$0.isNegated }
  }
}

/// The `.gitignore` files that are about a folder, the outermost first.
struct IgnoreFiles {
  private var files: [IgnoreFile] = []
  /// Absolute path of the folder.
  let folder: String

  /// The file in a folder, and those in the folders around it up to that of the repository, if it lies in one.
  init(around folder: String) {
    self.folder = Files.absolutePath(of: folder)
    var around = [self.folder]
    while let last = around.last, last != "/", !Files.exists(last + "/.git") {
      around.append(last.lastIndex(of: "/").map { String(last[..<$0]) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/")
    }
    // Without a repository nothing outside of the folder is about it.
    let isInRepository = around.last.map { Files.exists($0 + "/.git") } ?? false
    files = (isInRepository ? around : [self.folder]).reversed().compactMap { IgnoreFile(in: $0) }
  }

  private init(files: [IgnoreFile], folder: String) { (self.files, self.folder) = (files, folder) }

  /// The files that are about a folder in this one.
  func inside(_ name: String) -> IgnoreFiles {
    let inner = path(of: name)
    return IgnoreFiles(files: files + [IgnoreFile(in: inner)].compactMap(\.self), folder: inner)
  }

  /// Whether a file or folder in this folder is ignored.
  func ignores(_ name: String, isFolder: Bool) -> Bool {
    guard !files.isEmpty else { return false }
    let path = path(of: name)
    for file in files.reversed() {
      if let answer = file.ignores(path, isFolder: isFolder) { return answer }
    }
    return false
  }

  private func path(of name: String) -> String { folder == "/" ? "/" + name : folder + "/" + name }
}
