internal import KilnCompression
internal import KilnDiagnostics
internal import KilnJSON

/// `manifest.json` of a dotLottie, as far as it says which animations and themes there are.
struct DotLottieManifest {
  /// `animations[i]`.
  struct Animation {
    var id: String
    /// `initialTheme`, or `defaultTheme` in version 1.
    var initialTheme: String?
    /// `themes`: those made for it; nil for all.
    var themes: [String]?
  }

  private let animationFiles: ArchiveIndex
  private let themeFiles: ArchiveIndex
  private var initial: String?
  private(set) var animations: [Animation] = []
  /// IDs of `themes`.
  private(set) var themes: [String] = []

  /// An archive without a manifest has no named animations.
  init(_ archive: ZipArchive, limits: Limits) throws(Diagnostic) {
    animationFiles = ArchiveIndex(archive) { $0.isAnimation }
    themeFiles = ArchiveIndex(archive) { $0.isTheme }
    guard let entry = archive.entries.first(where: { $0.fileName == "manifest.json" }) else { return }
    let root = try JSONTree(archive.data(of: entry, atMost: limits.inputBytes), limits: limits).root
    animations = (root["animations"].map { Array($0.children) } ?? []).compactMap { json in
      json.string("id").map { id in
        Animation(
          id: id, initialTheme: json.string("initialTheme") ?? json.string("defaultTheme"),
          themes: json["themes"].map { $0.children.compactMap(\.string) })
      }
    }
    themes = (root["themes"].map { Array($0.children) } ?? []).compactMap { $0.string("id") }
    initial = root["initial"]?.string("animation") ?? root.string("activeAnimationId")
  }

  /// IDs of all animations: those that the manifest names, or else the names of the files if there are several.
  func animations(in archive: ZipArchive) -> [String] {
    guard animations.isEmpty else { return animations.map(\.id) }
    let names = archive.entries.filter(\.isAnimation).map(\.stem)
    return names.count > 1 ? names : []
  }

  /// IDs that the manifest names and whose files are there.
  var presentAnimations: [String] { animations.map(\.id).filter { position(ofAnimation: $0) != nil } }

  private func position(ofAnimation id: String) -> Int? { animationFiles.position(of: [id + ".json", id]) }

  /// Position of the entry of the animation asked for, or of the first one.
  func position(of animation: String?, in archive: ZipArchive) throws(Diagnostic) -> Int {
    if let animation {
      if let position = position(ofAnimation: animation) { return position }
      let isNamed = animations.contains { $0.id == animation }
      throw Diagnostic(
        .lottieNoSuchAnimation,
        isNamed
          ? "the manifest names the animation “\(animation)”, but the file does not hold it"
          : "there is no animation “\(animation)”",
        advice: choice(of: animations.isEmpty ? animations(in: archive) : presentAnimations))
    }
    for id in [initial].compactMap({ $0 }) + animations.map(\.id) {
      if let position = position(ofAnimation: id) { return position }
    }
    if let position = archive.entries.firstIndex(where: \.isAnimation) { return position }
    throw Diagnostic(.lottieEmptyArchive, "the archive holds no Lottie animation")
  }

  /// The theme asked for, or the one that the animation in `entry` starts with.
  func theme(
    _ asked: String?, for entry: ZipArchive.Entry, in archive: ZipArchive, limits: Limits
  ) throws(Diagnostic) -> LottieTheme? {
    let animation = animations.first { entry.isNamed($0.id) } ?? Animation(id: entry.stem)
    guard let id = asked ?? animation.initialTheme else { return nil }
    guard let file = themeFiles.entry([id + ".json", id]) ?? themeFiles.entry([id + ".lss"]) else {
      if asked == LottieTheme.none { return nil }
      if asked == nil { return LottieTheme(unreadable: id, because: "the file does not hold it") }
      throw Diagnostic(.lottieNoSuchTheme, "there is no theme “\(id)”", advice: choice(of: themes))
    }
    if file.name.hasSuffix(".lss") { return LottieTheme(unreadable: id, because: "it is a Lottie Style Sheet") }
    var findings: [Diagnostic] = []
    if let own = animation.themes, !own.contains(id) {
      findings.append(Diagnostic(.lottieThemeOfOthers, "the theme “\(id)” is not made for “\(animation.id)”"))
    }
    do throws(Diagnostic) {
      return try LottieTheme(
        id: id, bytes: archive.data(of: file, atMost: limits.inputBytes), animation: animation.id, findings: findings,
        limits: limits)
    } catch {
      return LottieTheme(unreadable: id, because: error.message)
    }
  }

  /// Number of names that an error lists at most.
  private static let listedNames = 50

  private func choice(of ids: [String]) -> String? {
    guard !ids.isEmpty else { return nil }
    let names = ids.prefix(Self.listedNames).map { "“\($0)”" }.joined(separator: ", ")
    return "choose one of " + names + (ids.count > Self.listedNames ? " and \(ids.count - Self.listedNames) more" : "")
  }
}

extension ZipArchive {
  /// Whether there is a file that may be an animation's JSON.
  var hasAnimation: Bool { entries.contains { $0.isAnimation } }
}

extension ZipArchive.Entry {
  /// The name without folders, which some tools separate by back-slashes.
  var fileName: Substring { name.split { $0 == "/" || $0 == "\\" }.last ?? "" }

  /// The file's name without `.json`.
  fileprivate var stem: String { String(fileName.hasSuffix(".json") ? fileName.dropLast(5) : fileName) }

  func isNamed(_ id: String) -> Bool { fileName == id + ".json" || fileName == id }

  fileprivate var isTheme: Bool {
    let folder = name.split { $0 == "/" || $0 == "\\" }.dropLast().last
    return !isDirectory && (folder == "t" || folder == "themes")
  }

  /// Whether it may be an animation: in `a/` or `animations/`, or JSON that no other folder claims.
  fileprivate var isAnimation: Bool {
    let folders = name.split { $0 == "/" || $0 == "\\" }.dropLast()
    guard !isDirectory, fileName != "manifest.json", folders.first != "__MACOSX" else { return false }
    if let folder = folders.last, ["a", "animations"].contains(folder) { return true }
    return name.hasSuffix(".json") && !folders.contains { ["t", "themes", "s", "states"].contains($0) }
  }
}
