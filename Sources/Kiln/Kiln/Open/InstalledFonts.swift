public import KilnDigests
internal import Synchronization

#if Fonts
  internal import KilnFonts
#endif

/// The fonts of this machine. Thread-safe; many conversions share it. Without the trait `Fonts` there are none.
public final class InstalledFonts: Sendable {
  private let digests = Mutex<[String: SHA256Digest?]>([:])
  private let catalog = Mutex<SHA256Digest?>(nil)

  #if Fonts
    let fonts: SystemFonts

    /// The fonts of the system's configuration, which is read on first use.
    public init() { fonts = SystemFonts() }

    private init(_ fonts: SystemFonts) { self.fonts = fonts }

    /// No fonts of this machine; its configuration is not read.
    public static let none = InstalledFonts(SystemFonts(isEmpty: true))

    private var paths: [String] { fonts.paths }
  #else
    /// No fonts.
    public init() {}

    /// No fonts.
    public static let none = InstalledFonts()

    private let paths: [String] = []
  #endif

  /// Digest of the paths and sizes of all font files: another font may be a better match than the one that was taken.
  public var catalogDigest: SHA256Digest {
    catalog.withLock { digest in
      if let digest { return digest }
      let new = SHA256Digest(ofTexts: paths.map { "\($0) \(FileDescriptor.size(of: $0) ?? 0)" })
      digest = new
      return new
    }
  }

  /// Digest of a font file, read once; nil if it cannot be read.
  func digest(of path: String) -> SHA256Digest? {
    digests.withLock { digests in
      if let known = digests[path] { return known }
      let digest = (try? Files.read(path)).map(SHA256Digest.init(of:))
      digests[path] = .some(digest)
      return digest
    }
  }
}
