public import KilnDiagnostics
public import KilnExporting
internal import KilnTimeline

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Paths of the files of one conversion: the path that the user names, and those beside or inside it.
public struct OutputLocation: Sendable, Hashable {
  /// The file or folder that the user names.
  public let path: String
  /// Layout of the files.
  public let layout: OutputFormat.Layout

  /// The location of a result in a format.
  public init(_ path: String, format: OutputFormat) { self.init(path, layout: format.layout) }

  /// The location of a result whose files lie in some way.
  public init(_ path: String, layout: OutputFormat.Layout) {
    // A slash at the end only says that it is a folder.
    var path = path[...]
    while path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
    self.path = String(path)
    self.layout = layout
  }

  /// Name of the files and frames inside the result: the path's last component, for files without extension.
  public var name: String {
    layout == .folder ? URL(filePath: path).lastPathComponent : Files.stem(of: path)
  }

  /// Name of the main file; nil for a folder, whose files the exporter names.
  public var fileName: String? { layout == .folder ? nil : URL(filePath: path).lastPathComponent }

  /// The file name of a path if it is the extension of a format and nothing else, such as `.svga`, which would be a
  /// hidden file; nil for others.
  public static func bareExtension(of path: String) -> String? {
    let name = Files.lastComponent(of: path)
    let isBare = OutputFormat.all.contains { $0.extensions.contains { name.lowercased() == "." + $0 } }
    return isBare ? name : nil
  }

  /// Paths that will be written, as far as they are known before the work.
  public var expectedPaths: [String] {
    switch layout {
    case .file, .folder: [path]
    case .fileWith(let extensions): [path] + extensions.map { Files.sibling(of: path, extension: $0) }
    case .suffixed(let suffixes, let extensions): Self.paths(of: path, suffixes, extensions)
    }
  }

  /// The paths of files, or folders, whose names are that of another with suffixes.
  ///
  /// - Parameter path: May have wildcards.
  public static func paths(of path: String, _ suffixes: [String], _ extensions: [String]) -> [String] {
    let name = Files.lastComponent(of: path)
    let own = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
    let stem = own.map { String(name.dropLast($0.count + 1)) } ?? name
    return suffixes.flatMap { suffix in
      let endings = extensions.isEmpty ? [""] : ([own].compactMap(\.self) + extensions).map { "." + $0 }
      return endings.map { Files.sibling(of: path, named: stem + suffix + $0) }
    }
  }

  /// Paths of the files of a result: the main file at the path that the user names, further files beside it with their
  /// own names; for a folder, all files inside it.
  public func paths(of files: [NamedFile]) -> [String] {
    switch layout {
    case .folder: files.map { path + "/" + Files.lastComponent(of: $0.name) }
    case .file: [path] + files.dropFirst().map { Files.sibling(of: path, named: $0.name) }
    case .fileWith, .suffixed: files.map { $0.name == fileName ? path : Files.sibling(of: path, named: $0.name) }
    }
  }

  /// A path in which `{dir}` stands for the folder of the result, and `{stem}` for its name without extension.
  public func path(_ template: String) -> String {
    // Empty for a result at the root of the file system; nil for one in the working folder.
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) }
    let start = folder == nil && template.hasPrefix("{dir}/") ? String(template.dropFirst(6)) : template
    return start.replacing("{dir}", with: folder ?? ".").replacing("{stem}", with: name)
  }

  /// Checks that the output paths are free.
  ///
  /// - Throws: `output.exists` if a file is the input, or is there already and may not be replaced; `output.unwritable`
  ///   if a file is where a folder must be, or a folder where a file must be.
  public func checkFree(_ paths: [String], input: String, overwrite: Bool) throws(Diagnostic) {
    for path in paths {
      if layout == .folder, path == self.path {
        try checkFolder(overwrite: overwrite)
        continue
      }
      if input != "-", Files.areSame(path, input) {
        throw Diagnostic(
          .outputExists, "\(path) would replace the input", advice: "choose another name for the output")
      }
      guard !Files.isFolder(path) else {
        throw Diagnostic(.outputUnwritable, "\(path) is a folder", advice: "name a file in it")
      }
      if !overwrite, Files.wouldReplace(path) {
        throw Diagnostic(
          .outputExists, "\(path) exists already", advice: "choose another name or add \(Choice.overwrite)")
      }
    }
  }

  private func checkFolder(overwrite: Bool) throws(Diagnostic) {
    guard Files.exists(path) else { return }
    guard Files.isFolder(path) else {
      throw Diagnostic(.outputUnwritable, "\(path) is a file, and frames go into a folder", advice: "name a folder")
    }
    guard overwrite || Files.names(in: path).isEmpty else {
      throw Diagnostic(
        .outputExists, "the folder \(path) is not empty", advice: "choose another folder or add \(Choice.overwrite)")
    }
  }

  /// Writes the files of a result, all or none.
  ///
  /// In an existing folder, numbered frames that the result does not have are removed: they belong to a longer
  /// animation that was there before. Everything else in it stays.
  ///
  /// - Parameter isOfBatch: Whether files that have the right bytes already are left alone, and keep their time stamps. What
  ///   killed processes of other machines have left is removed by the batch; otherwise here, once it is old.
  /// - Throws: `output.unwritable`.
  public func write(_ files: [NamedFile], isOfBatch: Bool = false) throws(Diagnostic) {
    if !isOfBatch { Files.removePartialFiles(of: path, olderThan: Self.partialAge) }
    var contents = zip(paths(of: files), files).map { (path: $0, bytes: $1.bytes) }
    if layout == .folder, !Files.exists(path) { return try Files.writeFolder(path, contents) }
    if isOfBatch { contents.removeAll { Files.holds($0.bytes, at: $0.path) } }
    try Files.write(contents)
    guard layout == .folder else { return }
    let written = Set(files.map { Files.lastComponent(of: $0.name) })
    for name in Files.names(in: path) where Self.isFrame(name) && !written.contains(name) {
      Files.remove(path + "/" + name)
    }
  }

  /// Age in seconds from which a file under another name is one that a killed process of another machine has left: writing
  /// takes less.
  private static let partialAge = 600

  /// Whether a file name is that of a frame: at least four digits and `.png`.
  private static func isFrame(_ name: String) -> Bool {
    name.hasSuffix(".png") && name.count >= 8 && name.dropLast(4).utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
