internal import KilnPlatform

/// A folder out of which paths may not lead, such as that of a project that somebody else has written.
///
/// A path is followed as the operating system follows it, through `..` and links, also to a file that is not there yet. Paths
/// are compared by their bytes: names need not be UTF-8, and names that are equal in Unicode may be different.
public struct PathBoundary: Sendable, Hashable {
  /// Absolute path of the folder, without links.
  private let root: [UInt8]

  /// Largest number of links in a path, as on Linux.
  private static let maximumLinks = 40
  private static let slash = UInt8(ascii: "/")

  /// The boundary around no path at all. No path has a zero byte.
  public static let nowhere = PathBoundary(root: [0])

  private init(root: [UInt8]) { self.root = root }

  /// The boundary around an existing folder; nil if there is none.
  public init?(folder: String) {
    guard let root = Self.realPath(Array(folder.utf8)) else { return nil }
    self.root = root
  }

  /// Whether a path, absolute or relative to the working folder, leads to the folder or to a place inside of it.
  public func contains(_ path: String) -> Bool {
    guard let target = Self.target(of: Array((path.isEmpty ? "." : path).utf8), links: 0) else { return false }
    return target == root || root == [Self.slash] || target.starts(with: root + [Self.slash])
  }

  /// Absolute path with all links resolved; nil if it cannot be resolved or is not valid UTF-8.
  static func target(of path: String) -> String? {
    target(of: Array(path.utf8), links: 0).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// Bytes of the resolved path; nil if it cannot be resolved.
  private static func target(of path: [UInt8], links: Int) -> [UInt8]? {
    guard !path.contains(0), links <= maximumLinks else { return nil }
    if let real = realPath(path) { return real }
    guard errno == ENOENT || errno == ENOTDIR else { return nil }
    // Something is not there: the path is a link that leads nowhere, or lies in a folder of which the same holds.
    var path = path
    while path.count > 1, path.last == slash { path.removeLast() }
    let name = path.lastIndex(of: slash).map { path[($0 + 1)...] } ?? path[...]
    let parent = path.count == name.count ? [UInt8(ascii: ".")] : Array(path.dropLast(name.count))
    if let link = link(path) {
      return target(of: link.first == slash ? link : parent + [slash] + link, links: links + 1)
    }
    // The working folder and the root are there, unless somebody has removed them.
    guard parent != path, var folder = target(of: parent, links: links) else { return nil }
    if name.elementsEqual(".".utf8) { return folder }
    if name.elementsEqual("..".utf8) {
      // A folder that is not there is no link, and so its parent is that of its name.
      guard let end = folder.lastIndex(of: slash) else { return nil }
      folder.removeSubrange(end...)
      return folder.isEmpty ? [slash] : folder
    }
    return (folder == [slash] ? folder : folder + [slash]) + name
  }

  /// An existing path without links; nil, with the reason in `errno`, if there is none.
  private static func realPath(_ path: [UInt8]) -> [UInt8]? {
    guard let resolved = realpath(text(path), nil) else { return nil }
    defer { free(resolved) }
    return (0..<strlen(resolved)).map { UInt8(bitPattern: resolved[$0]) }
  }

  /// Target text of a symbolic link; nil for any other file.
  private static func link(_ path: [UInt8]) -> [UInt8]? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(text(path), &buffer, buffer.count)
    return count > 0 ? buffer.prefix(count).map { UInt8(bitPattern: $0) } : nil
  }

  private static func text(_ path: [UInt8]) -> [CChar] { (path + [0]).map { CChar(bitPattern: $0) } }
}
