internal import KilnDiagnostics
internal import Kiln

/// Animations below a folder, for whoever wants to know what there is before anything is said about it.
package struct AnimationSearch: Sendable {
  /// Animations of one kind of file name in one folder at the top and all below it.
  package struct Group: Sendable, Hashable {
    /// The deepest folder that holds all of them; empty for the folder that is searched.
    package var folder: String
    /// Extensions of the files, the most frequent first. No two files have names that differ in the extension alone.
    package var extensions: [String]
    /// Number of files.
    package var count: Int

    /// Animations in a folder.
    package init(folder: String, extensions: [String], count: Int) {
      self.folder = folder
      self.extensions = extensions
      self.count = count
    }
  }

  /// Folders that usually hold results or third-party files.
  package static let ignoredFolders = ["build", "out", "dist", "target", "node_modules", "Pods", "vendor"]
  /// Maximum number of files that are opened to detect their format; the rest is classified by name.
  private static let maximumOpened = 200
  /// Maximum size in bytes of a file that is opened to detect its format.
  private static let maximumOpenedBytes = 8 << 20

  /// Finds what there is below a folder, in groups by the folders at its top.
  ///
  /// - Parameter respectsIgnoreFiles: Whether what `.gitignore` files name is left out.
  package static func groups(in folder: String = ".", respectsIgnoreFiles: Bool = true) -> [Group] {
    var finder = InputFinder(included: [], excluded: ignoredFolders.compactMap { GlobPattern($0 + "/") })
    finder.respectsIgnoreFiles = respectsIgnoreFiles
    var opened = 0
    let files = finder.inputs(at: folder).filter { file in
      // Many JSON files are no animations, and most ZIP archives.
      guard ["json", "zip"].contains(fileExtension(file)), file.bytes <= maximumOpenedBytes, opened < maximumOpened
      else { return true }
      opened += 1
      return isAnimation(file.path)
    }
    let byTop = Dictionary(grouping: files) {
      $0.relativePath.split(separator: "/").dropLast().first.map(String.init) ?? ""
    }
    return byTop.sorted { $0.key < $1.key }.map { group($0.value) }
  }

  private static func isAnimation(_ path: String) -> Bool {
    var log = DiagnosticLog()
    do throws(Diagnostic) {
      _ = try AnimationFile.open(try Files.readRegular(path), log: &log)
      return true
    } catch {
      return !AnimationFile.isNoAnimation(error)
    }
  }

  private static func group(_ files: [BatchInput]) -> Group {
    let byExtension = Dictionary(grouping: files, by: fileExtension)
      .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    var stems: Set<String> = []
    var group = Group(folder: "", extensions: [], count: 0)
    var kept: [BatchInput] = []
    for (name, files) in byExtension {
      let own = Set(files.map { $0.folder + "/" + $0.stem })
      guard own.count == files.count, stems.isDisjoint(with: own) else { continue }
      stems.formUnion(own)
      kept += files
      group.extensions.append(name)
    }
    group.count = kept.count
    group.folder = commonFolder(of: kept)
    return group
  }

  private static func commonFolder(of files: [BatchInput]) -> String {
    var common: [Substring]?
    for file in files {
      let names = file.folder.split(separator: "/")
      common = common.map { zip($0, names).prefix { $0 == $1 }.map(\.0) } ?? names
    }
    return (common ?? []).joined(separator: "/")
  }

  private static func fileExtension(_ file: BatchInput) -> String {
    file.relativePath.lastIndex(of: ".").map { String(file.relativePath[file.relativePath.index(after: $0)...]) } ?? ""
  }
}
