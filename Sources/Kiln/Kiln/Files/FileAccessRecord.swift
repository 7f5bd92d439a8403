public import KilnDigests
internal import Synchronization

/// The files that a conversion has read and written, with digests of what it saw: as long as all are the same, doing it
/// again gives the same.
public final class FileAccessRecord: Sendable {
  /// One file that was read or looked for.
  public struct Read: Sendable, Hashable, Codable {
    /// Path of the file.
    public var path: String
    /// Digest of its bytes; nil if there was no such file.
    public var digest: SHA256Digest?

    /// A file, and what was in it.
    public init(path: String, digest: SHA256Digest?) {
      self.path = path
      self.digest = digest
    }
  }

  /// One file that was written.
  public struct Write: Sendable, Hashable, Codable {
    /// Path of the file.
    public var path: String
    /// Size in bytes.
    public var bytes: Int
    /// Digest of its bytes.
    public var digest: SHA256Digest

    /// A file, and what is in it.
    public init(path: String, bytes: Int, digest: SHA256Digest) {
      self.path = path
      self.bytes = bytes
      self.digest = digest
    }
  }

  private struct State {
    var reads: [Read] = []
    var paths: Set<String> = []
    var writes: [Write] = []
    var usesFonts = false
  }

  private let state = Mutex(State())

  /// An empty record.
  public init() {}

  /// All files that were read, in the order of their first use.
  public var reads: [Read] { state.withLock { $0.reads } }

  /// All files that were written, in this order.
  public var writes: [Write] { state.withLock { $0.writes } }

  /// Whether a font was looked for among those that are installed.
  public var usesFonts: Bool { state.withLock { $0.usesFonts } }

  /// Records a file with the bytes that were read; nil if there is none.
  public func read(_ path: String, _ bytes: [UInt8]?) {
    read(path) { bytes.map(SHA256Digest.init(of:)) }
  }

  /// Records a file with the bytes that were written.
  public func wrote(_ path: String, _ bytes: [UInt8]) {
    let write = Write(path: path, bytes: bytes.count, digest: SHA256Digest(of: bytes))
    state.withLock { $0.writes.append(write) }
  }

  /// Records a font file, and that others might have been taken.
  func read(font path: String, _ fonts: InstalledFonts) {
    state.withLock { $0.usesFonts = true }
    read(path) { fonts.digest(of: path) }
  }

  /// Records a folder that was searched for fonts, with the names of its font files.
  func read(fontFolder path: String) {
    read(path) { Self.digest(ofWhatIsAt: path) }
  }

  /// Records a folder whose pictures are the frames of an animation, with their names.
  func read(pictureFolder path: String) {
    read(path) { Self.digest(ofWhatIsAt: path) }
  }

  /// Digest of a file's bytes, or of a folder's fonts and pictures: names and sizes of those, names of these; nil if there is
  /// neither.
  public static func digest(ofWhatIsAt path: String) -> SHA256Digest? {
    if Files.isFolder(path) {
      let sizes = FontFiles.names(in: path).map { "\($0) \(FileDescriptor.size(of: path + "/" + $0) ?? 0)" }
      return SHA256Digest(ofTexts: sizes + PictureFiles.names(in: path))
    }
    return (try? Files.readRegular(path)).map(SHA256Digest.init(of:))
  }

  /// Records that a font was searched and none is installed.
  func missedFont() { state.withLock { $0.usesFonts = true } }

  private func read(_ path: String, _ digest: () -> SHA256Digest?) {
    guard state.withLock({ $0.paths.insert(path).inserted }) else { return }
    let read = Read(path: path, digest: digest())
    state.withLock { $0.reads.append(read) }
  }
}
