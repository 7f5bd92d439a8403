public import KilnDiagnostics

// Archives that somebody has packed around a file.
extension ZipArchive {
  /// All files apart from those that systems add by themselves.
  public var files: [Entry] {
    entries.filter { entry in
      let parts = entry.pathComponents
      guard !entry.isDirectory, let name = parts.last, parts.first != "__MACOSX" else { return false }
      return name != ".DS_Store" && name != "Thumbs.db" && name != "desktop.ini"
    }
  }

  /// The files whose names end in one of some extensions, in upper or lower case.
  public func files(withExtensions extensions: Set<String>) -> [Entry] {
    files.filter { entry in
      guard let name = entry.pathComponents.last, let dot = name.lastIndex(of: ".") else { return false }
      return extensions.contains(name[name.index(after: dot)...].lowercased())
    }
  }

  /// The one folder that all files are in, with a slash at its end; nil if there is none.
  public var commonFolder: String? {
    let names = files.map(\.name)
    guard let slash = names.first?.firstIndex(of: "/"), let folder = names.first?[...slash] else { return nil }
    return names.allSatisfy { $0.utf8.starts(with: folder.utf8) } ? String(folder) : nil
  }

  /// A finding that says which file of the archive was opened.
  public static func nestingFinding(_ entry: Entry) -> Diagnostic {
    Diagnostic(.zipNested, "the animation is the file “\(entry.name)” in a ZIP archive")
  }
}

extension ZipArchive.Entry {
  /// Names of the folders and of the file, which some tools separate by back-slashes.
  package var pathComponents: [Substring] { name.split { $0 == "/" || $0 == "\\" } }
}

extension Rule {
  /// A file of its own inside an archive.
  package static let zipNested = Rule(
    "compression.zip.nested", .warning, .exact,
    "The animation is a file of its own, or a folder, in a ZIP archive around it.",
    why: "Players open the file inside, not the archive.",
    remedy: "Unpack the archive, and ship what is inside.")
}
