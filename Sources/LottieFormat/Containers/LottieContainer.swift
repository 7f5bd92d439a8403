internal import Compression
public import Diagnostics
internal import JSONTree

/// What a file wraps around a Lottie document: nothing, gzip (Telegram's `.tgs`), or a ZIP archive with images beside
/// the JSON (dotLottie 1 and 2, or any archive with a Lottie inside).
public struct LottieContainer: Sendable {
  /// The document's JSON.
  public let document: [UInt8]
  private let archive: ZipArchive?

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - animation: ID of one of a dotLottie's animations; nil for the one that it starts with.
  /// - Throws: When the file is damaged, holds no animation, or not the one that was asked for.
  public init(bytes: [UInt8], animation: String? = nil, limits: Limits = Limits()) throws(Diagnostic) {
    if Gzip.isGzip(bytes) {
      archive = nil
      document = try Gzip.inflate(bytes, limit: limits.inflatedBytes)
    } else if ZipArchive.isZip(bytes) {
      let archive = try ZipArchive(bytes: bytes, limits: limits)
      self.archive = archive
      document = try archive.data(of: DotLottieManifest(archive, limits: limits).entry(of: animation, in: archive))
    } else {
      archive = nil
      document = bytes
    }
    if let animation, archive == nil {
      throw Diagnostic(
        .lottieNoSuchAnimation, "there is no animation “\(animation)”: the file holds only one, without a name")
    }
  }

  /// The bytes of an image that the document names; nil if the archive has none of that name.
  ///
  /// As players do it, only the file's name counts, not the folder that the document writes.
  public func image(file: String) throws(Diagnostic) -> [UInt8]? {
    guard let archive, let name = file.split(separator: "/").last else { return nil }
    guard let entry = archive.entries.first(where: { $0.fileName == name && !$0.name.hasSuffix(".json") }) else {
      return nil
    }
    return try archive.data(of: entry)
  }
}

/// `manifest.json` of a dotLottie, as far as it says which animations there are.
private struct DotLottieManifest {
  private var initial: String?
  private var ids: [String] = []

  /// An archive without a manifest has no named animations.
  init(_ archive: ZipArchive, limits: Limits) throws(Diagnostic) {
    guard let entry = archive.entries.first(where: { $0.fileName == "manifest.json" }) else { return }
    let root = try JSONTree(archive.data(of: entry), limits: limits).root
    ids = root["animations"]?.children.compactMap { $0["id"]?.string } ?? []
    initial = root["initial"]?["animation"]?.string ?? root["activeAnimationId"]?.string
  }

  /// The entry of the animation asked for, or of the first one.
  func entry(of animation: String?, in archive: ZipArchive) throws(Diagnostic) -> ZipArchive.Entry {
    if let animation {
      if let entry = archive.animation(id: animation) { return entry }
      let known = ids.map { "“\($0)”" }.joined(separator: ", ")
      throw Diagnostic(
        .lottieNoSuchAnimation, "there is no animation “\(animation)”",
        advice: known.isEmpty ? nil : "choose one of \(known)")
    }
    for id in [initial].compactMap({ $0 }) + ids {
      if let entry = archive.animation(id: id) { return entry }
    }
    if let entry = archive.entries.first(where: { $0.isAnimation }) { return entry }
    throw Diagnostic(.lottieEmptyArchive, "the archive holds no Lottie animation")
  }
}

extension ZipArchive {
  fileprivate func animation(id: String) -> Entry? {
    entries.first { $0.isAnimation && ($0.fileName == id + ".json" || $0.fileName == id) }
  }
}

extension ZipArchive.Entry {
  /// The name without folders, which some tools separate by back-slashes.
  fileprivate var fileName: Substring { name.split { $0 == "/" || $0 == "\\" }.last ?? "" }

  /// Whether it may be an animation: in `a/` or `animations/`, or JSON that no other folder claims.
  fileprivate var isAnimation: Bool {
    let folders = name.split { $0 == "/" || $0 == "\\" }.dropLast()
    guard !isDirectory, fileName != "manifest.json", folders.first != "__MACOSX" else { return false }
    if let folder = folders.last, ["a", "animations"].contains(folder) { return true }
    return name.hasSuffix(".json") && !folders.contains { ["t", "themes", "s", "states"].contains($0) }
  }
}

extension Rule {
  /// The animation asked for is not in the file.
  public static let lottieNoSuchAnimation = Rule(
    "lottie.animation.missing", .error, .rejected, fault: .usage, "The file has no animation of that ID.")
  /// A ZIP archive without a Lottie inside.
  public static let lottieEmptyArchive = Rule(
    "lottie.archive.empty", .error, .rejected, "The ZIP archive holds no Lottie animation.")
}
