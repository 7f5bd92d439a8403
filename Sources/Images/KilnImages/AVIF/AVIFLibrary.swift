internal import KilnPlatform

/// The functions of libavif that are used, and where the members of its structures lie that have no function.
///
/// Loaded for the first AVIF image. Versions 0.11 and 1 are known; their headers agree in all members that are used but one.
struct AVIFLibrary: Sendable {
  typealias Reference = UnsafeMutableRawPointer

  /// Byte offsets in `avifDecoder`.
  enum DecoderMember {
    static let imageSizeLimit = 28
    static let imageDimensionLimit = 32
    static let imageCountLimit = 36
    static let strictFlags = 40
    static let image = 48
  }
  /// Byte offsets in `avifImage`.
  enum ImageMember {
    static let width = 0
    static let height = 4
  }
  /// Byte offsets in `avifRGBImage`.
  struct PictureMembers: Sendable {
    let depth = 8
    let pixels: Int
    var rowBytes: Int { pixels + 8 }
    /// More than any version has.
    let byteCount = 256
  }

  let makeDecoder: @convention(c) () -> Reference?
  let destroyDecoder: @convention(c) (Reference?) -> Void
  let setInput: @convention(c) (Reference?, UnsafePointer<UInt8>?, Int) -> Int32
  let parse: @convention(c) (Reference?) -> Int32
  let nextImage: @convention(c) (Reference?) -> Int32
  let text: @convention(c) (Int32) -> UnsafePointer<CChar>?
  let setDefaults: @convention(c) (Reference?, Reference?) -> Void
  let convert: @convention(c) (Reference?, Reference?) -> Int32
  let pictureMembers: PictureMembers
  let version: String

  /// The library of this machine, loaded once; nil if there is none that is known.
  static let shared = AVIFLibrary(
    names: DynamicLibrary.names("avif", version: 16) + DynamicLibrary.names("avif", version: 15))

  /// Nil if there is no library of these names with all functions and the structures of a known version.
  init?(names: [String]) {
    guard let library = DynamicLibrary(names: names) else { return nil }
    guard let versionText: @convention(c) () -> UnsafePointer<CChar>? = library.function("avifVersion"),
      let version = versionText().map({ String(cString: $0) }),
      let makeDecoder: @convention(c) () -> Reference? = library.function("avifDecoderCreate"),
      let destroyDecoder: @convention(c) (Reference?) -> Void = library.function("avifDecoderDestroy"),
      let setInput: @convention(c) (Reference?, UnsafePointer<UInt8>?, Int) -> Int32 =
        library.function("avifDecoderSetIOMemory"),
      let parse: @convention(c) (Reference?) -> Int32 = library.function("avifDecoderParse"),
      let nextImage: @convention(c) (Reference?) -> Int32 = library.function("avifDecoderNextImage"),
      let text: @convention(c) (Int32) -> UnsafePointer<CChar>? = library.function("avifResultToString"),
      let setDefaults: @convention(c) (Reference?, Reference?) -> Void =
        library.function("avifRGBImageSetDefaults"),
      let convert: @convention(c) (Reference?, Reference?) -> Int32 = library.function("avifImageYUVToRGB")
    else { return nil }
    // Version 1 has a number of threads before the pixels.
    if version.hasPrefix("1.") {
      pictureMembers = PictureMembers(pixels: 48)
    } else if version.hasPrefix("0.11.") {
      pictureMembers = PictureMembers(pixels: 40)
    } else {
      return nil
    }
    self.version = version
    self.makeDecoder = makeDecoder
    self.destroyDecoder = destroyDecoder
    self.setInput = setInput
    self.parse = parse
    self.nextImage = nextImage
    self.text = text
    self.setDefaults = setDefaults
    self.convert = convert
    guard hasKnownDecoder else { return nil }
  }

  /// Whether a new decoder has its documented defaults where they are expected.
  private var hasKnownDecoder: Bool {
    guard let decoder = makeDecoder() else { return false }
    defer { destroyDecoder(decoder) }
    func number(_ offset: Int) -> UInt32 { decoder.load(fromByteOffset: offset, as: UInt32.self) }
    return number(DecoderMember.imageSizeLimit) == 16384 * 16384
      && number(DecoderMember.imageDimensionLimit) == 32768
      && number(DecoderMember.imageCountLimit) == 12 * 3600 * 60
  }
}
