public import KilnDiagnostics
public import KilnLottieImport

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Finds images and fonts in folders of this machine, and fonts among those that are installed. No other file is read.
///
/// For files of strangers pass `InstalledFonts.none` and `followsLinks: false`.
public struct LocalAssets: AssetLoader {
  private let folders: [String]
  /// Further folders with font files.
  private let fontFolders: [String]
  private let fidelity: LottieFidelity
  private let drawsPlaceholders: Bool
  private let limits: Limits
  private let fonts: InstalledFonts
  private let followsLinks: Bool
  private let uses: FileAccessRecord?
  /// True: damaged images count as missing.
  public let checksImages = true
  private let known = AssetCache()

  /// - Parameters:
  ///   - folders: Folders in which images are looked for, in this order.
  ///   - path: The animation's file, whose own folder comes after these; nil if it has none.
  ///   - fontFolders: Folders of fonts, searched after the animation's own folder and before installed fonts.
  ///   - fidelity: The player whose replacement of missing fonts is reproduced.
  ///   - drawsPlaceholders: Whether a grey chequered picture replaces an image that is not found.
  ///   - limits: Upper bounds of an image file.
  ///   - fonts: Fonts that many conversions share, so that they are searched for once; `InstalledFonts.none` for none.
  ///   - followsLinks: Whether symbolic links inside the folders are followed to places inside them; none leads out of them.
  ///   - uses: Notes what is read, and what is looked for and not there; nil if nobody asks.
  public init(
    folders: [String] = [], besideFile path: String? = nil, fontFolders: [String] = [],
    fidelity: LottieFidelity = .lottieWeb,
    drawsPlaceholders: Bool = false, limits: Limits = Limits(), fonts: InstalledFonts = InstalledFonts(),
    followsLinks: Bool = true, uses: FileAccessRecord? = nil
  ) {
    let own = path.map { URL(filePath: $0).deletingLastPathComponent().path(percentEncoded: false) }
    self.folders = folders + (own.map { [$0] } ?? [])
    self.fontFolders = fontFolders
    self.fidelity = fidelity
    self.drawsPlaceholders = drawsPlaceholders
    self.limits = limits
    self.fonts = fonts
    self.followsLinks = followsLinks
    self.uses = uses
  }

  /// The bytes of an image; nil if it is in none of the folders.
  ///
  /// In each folder the full name is tried first, then the file's name alone, then inside `images`.
  ///
  /// - Throws: `input.unreadable`, `limit.exceeded`.
  public func image(_ request: ImageRequest) throws(Diagnostic) -> [UInt8]? {
    try file(request.file, in: request.folder, orIn: ["", "images/"])
  }

  /// The bytes of a file with data; nil if it is in none of the folders.
  ///
  /// - Throws: `input.unreadable`, `limit.exceeded`.
  public func data(folder: String, file: String) throws(Diagnostic) -> [UInt8]? {
    try self.file(file, in: folder, orIn: [""])
  }

  private func file(_ file: String, in folder: String, orIn others: [String]) throws(Diagnostic) -> [UInt8]? {
    let name = file.split(separator: "/").last.map(String.init) ?? ""
    for base in folders {
      for relative in [folder + file] + others.map({ $0 + name }) {
        guard let path = path(relative, inside: base) else { continue }
        // A pipe or device is no asset: it might never end.
        guard Files.isRegular(path) else {
          uses?.read(path, nil)
          continue
        }
        return try known.bytes(of: path, limits: limits) { () throws(Diagnostic) in
          let bytes = try Files.readRegular(path, limits: limits)
          uses?.read(path, bytes)
          return bytes
        }
      }
    }
    return nil
  }

  /// A chequered picture, if placeholders are drawn.
  ///
  /// - Throws: `image.encode.failed`.
  public func placeholder(for request: ImageRequest) throws(Diagnostic) -> [UInt8]? {
    drawsPlaceholders ? try PlaceholderImage.png(request) : nil
  }

  #if Fonts
    /// A font: the one that the document holds or names, else one of a family asked for in a folder, else the installed one that
    /// matches best; nil if none is installed.
    public func font(_ query: LottieFontQuery) -> (any LottieFontFace)? {
      if let own = ownFont(query) { return own }
      guard let font = InstalledFont(query, in: fonts.fonts, usesBrowserFallback: fidelity == .lottieWeb) else {
        // None is looked for among fonts that are not used.
        if fonts !== InstalledFonts.none { uses?.missedFont() }
        return nil
      }
      if let path = font.path { uses?.read(font: path, fonts) }
      return font
    }

    /// A font that is not an installed one.
    private func ownFont(_ query: LottieFontQuery) -> InstalledFont? {
      if let bytes = query.bytes, let font = InstalledFont(query, bytes: bytes, in: fonts.fonts) { return font }
      if !query.file.isEmpty {
        for base in folders {
          guard let path = path(query.file, inside: base) else { continue }
          uses?.read(path, try? Files.readRegular(path, limits: limits))
          if Files.isRegular(path), let font = InstalledFont(query, path: path, in: fonts.fonts) { return font }
        }
      }
      for folder in folders.flatMap({ [$0, $0 + "/fonts"] }) + fontFolders { uses?.read(fontFolder: folder) }
      let paths = folders.flatMap { known.fonts(of: $0, fontsOfAssets) } + fontFolders.flatMap(FontFiles.paths)
      guard !paths.isEmpty, let font = InstalledFont(query, among: paths, in: fonts.fonts) else { return nil }
      if let path = font.path { uses?.read(path, try? Files.readRegular(path, limits: limits)) }
      return font
    }

    /// Fonts in a folder with assets and in its `fonts`, without those that a link leads out of it.
    private func fontsOfAssets(_ folder: String) -> [String] {
      let own = FontFiles.names(in: folder)
      let inner = FontFiles.names(in: folder + "/fonts").map { "fonts/" + $0 }
      return (own + inner).filter { path($0, inside: folder) != nil }.map { folder + "/" + $0 }
    }
  #else
    /// None, as the program was built without the trait `Fonts`.
    public func font(_ query: LottieFontQuery) -> (any LottieFontFace)? { nil }
  #endif

  private func path(_ relative: String, inside base: String) -> String? {
    Self.path(relative, inside: base, followsLinks: followsLinks)
  }

  /// The path of a file that may exist, unless it leads out of the folder, by `..`, a link, or an absolute path.
  ///
  /// Paths are compared by their bytes: texts that are equal in Unicode may be the names of different folders.
  ///
  /// - Parameter followsLinks: Whether it may lead through links inside the folder.
  public static func path(_ relative: String, inside base: String, followsLinks: Bool = true) -> String? {
    guard !relative.isEmpty, !relative.hasPrefix("/"), !relative.contains("\0") else { return nil }
    let root = URL(filePath: base, directoryHint: .isDirectory).resolvingSymlinksInPath().path(percentEncoded: false)
    let named = URL(filePath: root, directoryHint: .isDirectory).appending(path: relative)
    let candidate = named.resolvingSymlinksInPath().path(percentEncoded: false)
    let prefix = root.hasSuffix("/") ? root : root + "/"
    guard candidate.utf8.starts(with: prefix.utf8) else { return nil }
    guard !followsLinks else { return candidate }
    // Without links, resolving them changes nothing but `.` and `..`.
    return candidate.utf8.elementsEqual(named.standardized.path(percentEncoded: false).utf8) ? candidate : nil
  }
}
