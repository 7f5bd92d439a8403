#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Files {
  /// Bytes of a file's name on all common file systems (`NAME_MAX`).
  static let longestName = 255

  /// The name, or its longest start of whole characters within a number of bytes.
  static func shortened(_ name: String, toBytes limit: Int) -> String {
    guard name.utf8.count > limit else { return name }
    var (count, end) = (0, name.startIndex)
    while end < name.endIndex {
      let next = name.index(after: end)
      count += name[end..<next].utf8.count
      guard count <= limit else { break }
      end = next
    }
    return String(name[..<end])
  }

  /// A file's name without folders and extension.
  public static func stem(of path: String) -> String { URL(filePath: path).deletingPathExtension().lastPathComponent }

  /// The part of a path after the last slash; the whole path if there is none.
  public static func lastComponent(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// The rest of a path that begins with that of a folder; nil if it does not. Nothing is looked up.
  ///
  /// By bytes: texts that are equal in Unicode may be the names of different folders.
  public static func path(_ path: String, below folder: String) -> String? {
    let start = folder.hasSuffix("/") ? folder : folder + "/"
    guard path.utf8.starts(with: start.utf8) else { return nil }
    return String(decoding: path.utf8.dropFirst(start.utf8.count), as: UTF8.self)
  }

  /// The file beside another with a name of its own.
  public static func sibling(of path: String, named name: String) -> String {
    path.lastIndex(of: "/").map { path[...$0] + name } ?? name
  }

  /// The file beside another that differs in its extension, named in the same way.
  public static func sibling(of path: String, extension name: String) -> String {
    let fileName = lastComponent(of: path)
    let stem = fileName.lastIndex(of: ".").map { String(fileName[..<$0]) } ?? fileName
    return sibling(of: path, named: stem + "." + name)
  }

  /// Absolute path with all links resolved; the path itself if it cannot be resolved.
  public static func absolutePath(of path: String) -> String {
    PathBoundary.target(of: path.isEmpty ? "." : path) ?? path
  }

  /// Names of files and folders in a folder, sorted; none if it cannot be read.
  public static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  /// Bytes of all regular files in a folder, without those in folders inside it.
  public static func byteCount(ofFilesIn folder: String) -> Int {
    names(in: folder).map { "\(folder)/\($0)" }.filter { FileDescriptor.kind(of: $0) == .regular }
      .reduce(0) { $0 + (FileDescriptor.size(of: $1) ?? 0) }
  }
}
