internal import Kiln
internal import KilnReports

internal import KilnPlatform

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// An input of a batch.
struct BatchInput: Hashable {
  /// The path by which it is opened.
  var path: String
  /// Path below the PATH that it was found in, or below the working folder for lines of a file list.
  var relativePath: String
  /// Bytes; 0 if it is not there.
  var bytes: Int
  /// Whether the user named this file.
  var isNamed: Bool
  /// Whether a pattern of a project file found it.
  var isOfPattern = false

  /// The name by which a shard is chosen: the same on every machine.
  var shardName: String { isOfPattern ? path : relativePath }

  /// Folders of the relative path; empty if there are none.
  var folder: String { relativePath.lastIndex(of: "/").map { String(relativePath[..<$0]) } ?? "" }

  /// File name without folders and extension.
  var stem: String {
    let name =
      relativePath.lastIndex(of: "/").map { relativePath[relativePath.index(after: $0)...] } ?? relativePath[...]
    // A dot at the start hides a file and begins no extension.
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return String(name) }
    return String(name[..<dot])
  }
}

/// Finds the animations among files and folders.
struct InputFinder {
  /// Extensions of files in folders that may be animations, in lower case.
  static let extensions: Set<String> = ["json", "lottie", "tgs", "svga", "zip"]
  /// Extensions of pictures that are made of animations.
  private static let pictureExtensions: Set<String> = ["webp", "apng", "mp4", "webm", "mov"]
  /// Extensions of pictures that are animations themselves.
  private static let movingExtensions: Set<String> = ["gif", "apng", "webp", "mp4", "webm", "mov"]
  /// Largest depth of folders that is searched.
  private static let maximumDepth = 128

  /// Patterns one of which must match what is found in folders; none for everything.
  var included: [GlobPattern]
  /// Patterns none of which may match.
  var excluded: [GlobPattern]
  /// Identity of a folder that is not searched: outputs are no inputs.
  var outputFolder: FileIdentity?
  /// Whether pictures that are made of animations are found in folders, too. PNG files, which most often are parts of one,
  /// are found only by a pattern with their extension.
  var findsPictures = false
  /// Whether pictures are animations: moving ones that a pattern with their extension names, and folders of them.
  var takesPictures = false
  /// Whether what `.gitignore` files name is left out of folders that are searched. Patterns of project files find it all
  /// the same, and so does whoever names a file.
  var respectsIgnoreFiles = true
  /// Whether files that the user names are treated as those in folders. One that is not there remains an error.
  var skipsForeign = false
  /// Whether a path that a pattern matches is a result of an earlier run.
  var isResult: (String) -> Bool = { _ in false }

  /// The end of an advice to whom nothing was found.
  static let ignoreAdvice = ", or search also what .gitignore names, with --no-gitignore"

  /// Device and number of a file, by which it is recognized under any path.
  struct FileIdentity: Hashable {
    var device: UInt64
    var number: UInt64
  }

  private struct Status {
    var isFolder: Bool
    var bytes: Int
    var identity: FileIdentity

    /// That of a file that is not there.
    static let missing = Status(isFolder: false, bytes: 0, identity: FileIdentity(device: 0, number: 0))
  }

  /// The identity of an existing file or folder.
  static func identity(of path: String) -> FileIdentity? { status(of: path)?.identity }

  /// The file that the user names, or the animations in the folder that he names. A path that leads nowhere is an input,
  /// too, which fails.
  ///
  /// A folder without animations is one itself if pictures are all that it holds.
  func inputs(at path: String) -> [BatchInput] {
    guard let status = Self.status(of: path), status.isFolder else {
      return [withoutForeign(file(path))].compactMap(\.self)
    }
    let found = animations(in: path)
    guard found.isEmpty, takesPictures, PictureFiles.names(in: path).count > 1 else { return found }
    var folder = file(path)
    folder.bytes = Files.byteCount(ofFilesIn: path)
    return [folder]
  }

  private func animations(in folder: String) -> [BatchInput] {
    let ignored = respectsIgnoreFiles ? IgnoreFiles(around: folder) : nil
    return search(folder, ignored, reaches: { _ in true }) { path, relative, bytes in
      guard !isExcluded(relative) else { return .refused }
      guard isIncluded(relative) else { return .ignored }
      return .taken(BatchInput(path: path, relativePath: relative, bytes: bytes, isNamed: false))
    }
  }

  /// The animations that a pattern of a project file matches, by paths relative to the working folder.
  func inputs(matching pattern: InputPattern) -> [BatchInput] {
    let status = Self.status(of: pattern.base.isEmpty ? "." : pattern.base)
    guard let status, status.isFolder else {
      // Nobody has named it on the command line: a pipe there might never end.
      guard pattern.rest == nil, Files.isRegular(pattern.base), !isExcluded(pattern.base) else { return [] }
      var input = file(pattern.base)
      input.isOfPattern = true
      return [input]
    }
    var finder = self
    if takesPictures { finder.included = [pattern.rest].compactMap(\.self) }
    return finder.search(pattern.base, nil, reaches: { pattern.rest?.mayMatch(below: $0) ?? true }) {
      path, relative, bytes in
      guard !isExcluded(path) else { return .refused }
      guard pattern.rest?.matches(relative) ?? true, !isResult(path) else { return .ignored }
      return .taken(
        BatchInput(path: path, relativePath: relative, bytes: bytes, isNamed: false, isOfPattern: true))
    }
  }

  /// Decision of a search about a file or folder.
  private enum Verdict {
    case taken(BatchInput)
    /// No input, but folders are searched.
    case ignored
    /// Folders are not searched either.
    case refused
  }

  /// Searches a folder.
  ///
  /// - Parameters:
  ///   - ignored: `.gitignore` files that are about the folder; nil to use none, here or in folders inside it.
  ///   - reaches: Whether there may be inputs below a folder, by its relative path.
  ///   - judge: Judges a path by which it is opened, the same relative to the folder, and its bytes.
  private func search(
    _ folder: String, _ ignored: IgnoreFiles?, reaches: (String) -> Bool, _ judge: (String, String, Int) -> Verdict
  ) -> [BatchInput] {
    var found: [BatchInput] = []
    var waiting: [(path: String, relative: String, depth: Int, ignored: IgnoreFiles?)] = [(folder, "", 0, ignored)]
    while let next = waiting.popLast() {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: next.path.isEmpty ? "." : next.path)) ?? []
      for name in names where !name.hasPrefix(".") {
        let inner = RelativePath.joined(next.path, name)
        let relative = RelativePath.joined(next.relative, name)
        // Links to folders are not followed: they may lead in a circle. A name that is no UTF-8 has been decoded as another,
        // under which there is nothing: that input fails.
        let known = Self.status(of: inner, followsFolders: false)
        guard let status = known ?? (name.contains("\u{FFFD}") ? .missing : nil),
          next.ignored?.ignores(name, isFolder: status.isFolder) != true
        else { continue }
        let verdict = judge(inner, relative, status.bytes)
        if case .refused = verdict { continue }
        if status.isFolder {
          if status.identity != outputFolder, next.depth < Self.maximumDepth, reaches(relative) {
            waiting.append((inner, relative, next.depth + 1, next.ignored?.inside(name)))
          }
        } else if mayBeInput(name, relative), case .taken(let input) = verdict {
          found.append(input)
        }
      }
    }
    return found
  }

  /// A line of a file list. The folders of a relative path are kept in the output.
  func input(listed path: String) -> BatchInput? {
    var input = file(path)
    let names = path.split(separator: "/").filter { $0 != "." }
    if !path.hasPrefix("/"), !names.contains("..") { input.relativePath = names.joined(separator: "/") }
    return isIncluded(input.relativePath) && !isExcluded(input.relativePath) ? withoutForeign(input) : nil
  }

  /// A file that the user names; nil if foreign ones are skipped, and a search of the working folder would not open it.
  private func withoutForeign(_ input: BatchInput) -> BatchInput? {
    guard skipsForeign, Files.isRegular(input.path) else { return input }
    var input = input
    input.isNamed = false
    let names = (input.path.hasPrefix("/") ? input.relativePath : input.path).split(separator: "/")
    let isHidden = names.contains { $0.hasPrefix(".") && $0 != "." && $0 != ".." }
    return !isHidden && mayBeInput(input.path, input.relativePath) ? input : nil
  }

  /// A file of a project file; nil if it is a picture that nobody names, and these are not wanted.
  func input(_ found: FoundFile) -> BatchInput? {
    var input = file(found.path)
    input.isNamed = found.isNamed
    return found.isNamed || findsPictures || mayBeInput(input.relativePath, found.path) ? input : nil
  }

  private func file(_ path: String) -> BatchInput {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return BatchInput(path: path, relativePath: name, bytes: Self.status(of: path)?.bytes ?? 0, isNamed: true)
  }

  private func isExcluded(_ path: String) -> Bool { excluded.contains { $0.matches(path) } }

  private func isIncluded(_ path: String) -> Bool { included.isEmpty || included.contains { $0.matches(path) } }

  private func mayBeInput(_ name: String, _ path: String) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return false }
    let fileExtension = name[name.index(after: dot)...].lowercased()
    guard !Self.extensions.contains(fileExtension) else { return true }
    if takesPictures, Self.movingExtensions.contains(fileExtension) {
      return included.contains { $0.text.lowercased().contains(fileExtension) && $0.matches(path) }
    }
    guard findsPictures else { return false }
    return Self.pictureExtensions.contains(fileExtension)
      || fileExtension == "png" && included.contains { $0.text.lowercased().contains("png") && $0.matches(path) }
  }

  /// Kind, size and identity of the file or folder at a path; nil if there is none.
  ///
  /// - Parameter followsFolders: Whether links to folders, and special files such as pipes, are accepted; if not, the
  ///   result for them is nil.
  private static func status(of path: String, followsFolders: Bool = true) -> Status? {
    var own = stat()
    guard lstat(path, &own) == 0 else { return nil }
    var target = own
    let isLink = own.st_mode & S_IFMT == S_IFLNK
    if isLink, stat(path, &target) != 0 { return nil }
    let isFolder = target.st_mode & S_IFMT == S_IFDIR
    if isFolder, isLink, !followsFolders { return nil }
    guard isFolder || target.st_mode & S_IFMT == S_IFREG || followsFolders else { return nil }
    return Status(
      isFolder: isFolder, bytes: Int(clamping: target.st_size),
      identity: FileIdentity(
        device: UInt64(truncatingIfNeeded: target.st_dev), number: UInt64(truncatingIfNeeded: target.st_ino)))
  }
}
