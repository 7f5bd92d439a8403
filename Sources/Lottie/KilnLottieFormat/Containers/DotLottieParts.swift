internal import KilnCompression
package import KilnDiagnostics
internal import KilnJSON

/// What a dotLottie holds beside the document of one of its animations.
package struct DotLottieParts: Sendable {
  /// A file with an ID.
  package struct File: Sendable, Hashable {
    package let id: String
    package let bytes: [UInt8]
  }

  /// Theme that the animation starts with.
  package private(set) var initialTheme: String?
  /// IDs of the themes that are made for the animation; nil for all.
  package private(set) var animationThemes: [String]?
  /// Themes in JSON.
  package private(set) var themes: [File] = []
  /// State machines.
  package private(set) var stateMachines: [File] = []
  /// `initial` of the manifest, as it is written; nil if there is none.
  package private(set) var initial: [UInt8]?
  /// IDs of themes that are Lottie Style Sheets, which version 2 does not know.
  package private(set) var styleSheets: [String] = []

  /// The parts of an archive with a manifest; nil for others.
  init?(_ archive: ZipArchive, animation: String?, limits: Limits) throws(Diagnostic) {
    guard let entry = archive.entries.first(where: { $0.fileName == "manifest.json" }) else { return nil }
    let manifest = try DotLottieManifest(archive, limits: limits)
    let root = try JSONTree(archive.data(of: entry, atMost: limits.inputBytes), limits: limits).root
    let own = manifest.animations.first { $0.id == animation }
    (initialTheme, animationThemes) = (own?.initialTheme, own?.themes)
    initial = root["initial"].map { Array($0.source) }
    for entry in archive.entries where !entry.isDirectory {
      let folder = entry.name.split { $0 == "/" || $0 == "\\" }.dropLast().last ?? ""
      let isTheme = ["t", "themes"].contains(folder)
      guard isTheme || ["s", "states"].contains(folder) else { continue }
      let id = entry.fileName.split(separator: ".").first.map(String.init) ?? ""
      if entry.name.hasSuffix(".lss") {
        styleSheets.append(id)
      } else if isTheme {
        themes.append(File(id: id, bytes: try archive.data(of: entry, atMost: limits.inputBytes)))
      } else {
        stateMachines.append(File(id: id, bytes: try archive.data(of: entry, atMost: limits.inputBytes)))
      }
    }
  }
}

extension LottieContainer {
  /// What the dotLottie holds beside the document; nil for other containers.
  ///
  /// - Throws: When the archive is damaged, or above the limits.
  package func dotLottieParts(limits: Limits) throws(Diagnostic) -> DotLottieParts? {
    guard let archive else { return nil }
    return try DotLottieParts(archive, animation: animation, limits: limits)
  }
}
