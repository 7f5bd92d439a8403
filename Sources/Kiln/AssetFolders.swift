public import Diagnostics

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The folders in which images beside an animation are looked for. Nothing outside them is ever read.
public struct AssetFolders: Sendable {
  private let folders: [String]

  /// Folders in the order in which they are searched.
  public init(_ folders: [String]) { self.folders = folders }

  /// The folders for an animation file: those that the user names, then the file's own and its `images`.
  public init(named folders: [String], forInput path: String?) {
    let own = path.map { URL(filePath: $0).deletingLastPathComponent().path(percentEncoded: false) }
    self.init(folders + (own.map { [$0] } ?? []))
  }

  /// The bytes of an image that an animation names by folder and file; nil if it is in none of the folders.
  ///
  /// In each folder the full name is tried first, then the file's name alone, then inside `images`.
  public func bytes(folder: String, file: String, limits: Limits) throws(Diagnostic) -> [UInt8]? {
    let name = file.split(separator: "/").last.map(String.init) ?? ""
    for base in folders {
      for relative in [folder + file, name, "images/" + name] {
        guard let path = Self.path(relative, inside: base) else { continue }
        return try Files.read(path, limits: limits)
      }
    }
    return nil
  }

  /// The path of an existing file, unless it leads out of the folder, by `..`, a link, or an absolute path.
  private static func path(_ relative: String, inside base: String) -> String? {
    guard !relative.isEmpty, !relative.hasPrefix("/"), !relative.contains("\0") else { return nil }
    let root = URL(filePath: base, directoryHint: .isDirectory).resolvingSymlinksInPath().path(percentEncoded: false)
    let candidate = URL(filePath: root, directoryHint: .isDirectory).appending(path: relative)
      .resolvingSymlinksInPath().path(percentEncoded: false)
    let prefix = root.hasSuffix("/") ? root : root + "/"
    var isFolder: Bool = false
    guard candidate.hasPrefix(prefix), FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder),
      !isFolder
    else { return nil }
    return candidate
  }
}
