public import KilnCompression
public import KilnDiagnostics
internal import KilnJSON

/// The Lottie documents of a file, and the file with others in their place.
///
/// The container stays the same: JSON, gzip, or a ZIP archive whose other entries are copied as they are packed.
public struct LottieRewriting: Sendable {
  /// A document in the file.
  public struct Document: Sendable {
    /// ID by which `LottieContainer` opens it; nil for the only one.
    public let animation: String?
    /// The document's JSON.
    public let json: [UInt8]
    /// Position in the archive's entries; nil if the file is no archive.
    fileprivate let entry: Int?
  }

  /// All documents: in a dotLottie those that the manifest names, in another archive the one that is opened.
  public let documents: [Document]
  /// The archive; nil if the file is none.
  public let archive: ZipArchive?
  /// Whether a dotLottie has state machines, which may name layers.
  public let hasStateMachines: Bool
  /// Whether a dotLottie has themes, which replace the values of slots.
  public let hasThemes: Bool
  private let bytes: [UInt8]

  /// Reads a file of any container.
  ///
  /// - Throws: When the file is damaged, or holds no animation.
  public init(bytes: [UInt8], limits: Limits = Limits()) throws(Diagnostic) {
    self.bytes = bytes
    guard ZipArchive.isZip(bytes) else {
      let container = try LottieContainer(bytes: bytes, limits: limits)
      documents = [Document(animation: nil, json: container.document, entry: nil)]
      (archive, hasStateMachines, hasThemes) = (nil, false, false)
      return
    }
    let archive = try ZipArchive(bytes: bytes, limits: limits)
    guard archive.hasAnimation || archive.files(withExtensions: ["lottie", "tgs", "zip"]).isEmpty else {
      throw Diagnostic(
        .lottieEmptyArchive, "the archive holds an animation in a file of its own",
        advice: "unpack it, and name the file inside")
    }
    let manifest = try DotLottieManifest(archive, limits: limits)
    var documents: [Document] = []
    // A manifest may name what is not there, beside what is or instead of it.
    let present = manifest.presentAnimations
    let ids: [String?] = present.isEmpty ? [nil] : present
    var known: Set<Int> = []
    for id in ids {
      let position = try manifest.position(of: id, in: archive)
      guard known.insert(position).inserted else { continue }
      let text = try archive.data(of: archive.entries[position], atMost: limits.inputBytes)
      documents.append(Document(animation: id, json: JSONText.utf8(text), entry: position))
    }
    self.documents = documents
    self.archive = archive
    hasStateMachines = archive.entries.contains { $0.isInside(["s", "states"]) }
    hasThemes = !manifest.themes.isEmpty || archive.entries.contains { $0.isInside(["t", "themes"]) }
  }

  /// The file with other documents, one for each of `documents`; the file itself if they are the same.
  ///
  /// - Parameters:
  ///   - contents: Other data of entries of the archive, by position.
  ///   - removed: Positions of entries of the archive to leave out.
  /// - Throws: When an archive has encrypted or damaged entries.
  public func replacing(
    _ documents: [[UInt8]], contents: [Int: [UInt8]] = [:], removing removed: Set<Int> = []
  ) throws(Diagnostic) -> [UInt8] {
    var contents = contents
    for (old, new) in zip(self.documents, documents) where old.json != new {
      guard let entry = old.entry else { return Gzip.isGzip(bytes) ? try Gzip.deflate(new) : new }
      contents[entry] = new
    }
    guard let archive, !contents.isEmpty || !removed.isEmpty else { return bytes }
    return try archive.replacing(contents, removing: removed)
  }
}

extension ZipArchive.Entry {
  /// Whether the folder that contains it has one of some names.
  fileprivate func isInside(_ folders: Set<String>) -> Bool {
    guard !isDirectory, let folder = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).dropLast().last else {
      return false
    }
    return folders.contains(String(folder))
  }
}
