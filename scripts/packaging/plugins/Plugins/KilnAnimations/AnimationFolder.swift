import Foundation

/// The folder `Animations` of a target, with those of its files that belong to the target.
struct AnimationFolder {
  static let name = "Animations"
  /// Extensions of files that are converted. Others, such as images and fonts, may be used by them.
  private static let formats: Set = ["json", "lottie", "tgs", "svga", "zip", "gif", "apng"]

  var target: String
  var url: URL
  /// Files to convert, in order of their paths.
  var animations: [URL]
  /// Other files: a change of one converts again the animations of its folder and of those around it.
  private var others: [URL]

  /// - Parameter files: All files of the target; those in other folders are left out.
  init(_ url: URL, of target: String, files: [URL]) {
    self.target = target
    self.url = url
    let inside = files.filter { $0.filePath.hasPrefix(url.filePath) }.sorted { $0.filePath < $1.filePath }
    let isAnimation = { (file: URL) in
      Self.formats.contains(file.pathExtension.lowercased()) && file.lastPathComponent != EnumSettings.fileName
    }
    animations = inside.filter(isAnimation)
    others = inside.filter { !isAnimation($0) && $0.lastPathComponent != EnumSettings.fileName }
  }

  /// The project file, which need not be there.
  var projectFile: URL { url.appending(path: ".kiln.yml") }

  /// The path of a file as seen from the folder.
  func relativePath(of file: URL) -> String { String(file.filePath.dropFirst(url.filePath.count)) }

  /// What the result of an animation may depend on: itself, and other files in its folder and below.
  func inputs(of animation: URL) -> [URL] {
    let own = animation.deletingLastPathComponent().filePath
    return [animation] + others.filter { $0.filePath.hasPrefix(own) }
  }

  /// Files that are no inputs of conversions.
  func files(unusedBy conversions: [PlannedConversion]) -> [URL] {
    let used = Set(conversions.flatMap { inputs(of: $0.input) })
    return (animations + others).filter { !used.contains($0) }
  }

  /// The only folder `Animations` that holds files of a target; nil if there is none.
  ///
  /// - Throws: If there are several.
  static func find(in files: [URL], of target: String) throws -> URL? {
    let paths = files.compactMap { file -> String? in
      let parts = file.pathComponents
      guard let index = parts.dropLast().lastIndex(of: name) else { return nil }
      return "/" + parts[1...index].joined(separator: "/")
    }
    let folders = Set(paths).sorted()
    guard folders.count < 2 else {
      throw PluginFailure(
        target: target,
        message: "a target can have one folder \(name), and there are several: \(folders.joined(separator: ", "))")
    }
    return folders.first.map { URL(filePath: $0, directoryHint: .isDirectory) }
  }
}

extension URL {
  /// The path as programs take it; that of a folder ends in a slash.
  var filePath: String { path(percentEncoded: false) }
}
