internal import KilnPlatform

/// The functions of HarfBuzz that are used. Their interface has been the same since version 2.8.2.
///
/// Loaded for the first text that needs it: linked, it would take half a millisecond of every start. Not libraqm, because that
/// wants the fonts chosen beforehand, and a font for each character is chosen here while a text is split into runs.
struct HarfBuzz: Sendable {
  typealias Reference = OpaquePointer

  let blobOfFile: @convention(c) (UnsafePointer<CChar>?) -> Reference?
  let makeBlob:
    @convention(c) (UnsafeRawPointer?, UInt32, Int32, UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Reference?
  let releaseBlob: @convention(c) (Reference?) -> Void
  let makeFace: @convention(c) (Reference?, UInt32) -> Reference?
  let releaseFace: @convention(c) (Reference?) -> Void
  let unitsPerEm: @convention(c) (Reference?) -> UInt32
  let glyphCount: @convention(c) (Reference?) -> UInt32
  let makeFont: @convention(c) (Reference?) -> Reference?
  let releaseFont: @convention(c) (Reference?) -> Void
  let useOpenType: @convention(c) (Reference?) -> Void
  let setScale: @convention(c) (Reference?, Int32, Int32) -> Void
  let setVariations: @convention(c) (Reference?, UnsafeRawPointer?, UInt32) -> Void
  let makeBuffer: @convention(c) () -> Reference?
  let releaseBuffer: @convention(c) (Reference?) -> Void
  let add: @convention(c) (Reference?, UnsafePointer<UInt32>?, Int32, UInt32, Int32) -> Void
  let setDirection: @convention(c) (Reference?, Int32) -> Void
  let setScript: @convention(c) (Reference?, UInt32) -> Void
  let setLanguage: @convention(c) (Reference?, UnsafeRawPointer?) -> Void
  let language: @convention(c) (UnsafePointer<CChar>?, Int32) -> UnsafeRawPointer?
  let shape: @convention(c) (Reference?, Reference?, UnsafeRawPointer?, UInt32) -> Void
  let hasMemory: @convention(c) (Reference?) -> Int32
  let infos: @convention(c) (Reference?, UnsafeMutablePointer<UInt32>?) -> UnsafeRawPointer?
  let positions: @convention(c) (Reference?, UnsafeMutablePointer<UInt32>?) -> UnsafeRawPointer?
  let characters: @convention(c) () -> Reference?
  let script: @convention(c) (Reference?, UInt32) -> UInt32
  private let versionText: @convention(c) () -> UnsafePointer<CChar>?

  /// The library of this machine, loaded once; nil if there is none.
  static let shared = HarfBuzz(names: DynamicLibrary.names("harfbuzz", version: 0))

  /// Version of the library.
  var version: String { versionText().map { String(cString: $0) } ?? "" }

  /// Nil if there is no library of these names with all functions.
  init?(names: [String]) {
    guard let library = DynamicLibrary(names: names) else { return nil }
    func function<Function>(_ name: String) throws(MissingFunction) -> Function {
      guard let function: Function = library.function("hb_" + name) else { throw MissingFunction() }
      return function
    }
    do throws(MissingFunction) {
      blobOfFile = try function("blob_create_from_file_or_fail")
      makeBlob = try function("blob_create")
      releaseBlob = try function("blob_destroy")
      makeFace = try function("face_create")
      releaseFace = try function("face_destroy")
      unitsPerEm = try function("face_get_upem")
      glyphCount = try function("face_get_glyph_count")
      makeFont = try function("font_create")
      releaseFont = try function("font_destroy")
      useOpenType = try function("ot_font_set_funcs")
      setScale = try function("font_set_scale")
      setVariations = try function("font_set_variations")
      makeBuffer = try function("buffer_create")
      releaseBuffer = try function("buffer_destroy")
      add = try function("buffer_add_utf32")
      setDirection = try function("buffer_set_direction")
      setScript = try function("buffer_set_script")
      setLanguage = try function("buffer_set_language")
      language = try function("language_from_string")
      shape = try function("shape")
      hasMemory = try function("buffer_allocation_successful")
      infos = try function("buffer_get_glyph_infos")
      positions = try function("buffer_get_glyph_positions")
      characters = try function("unicode_funcs_get_default")
      script = try function("unicode_script")
      versionText = try function("version_string")
    } catch {
      return nil
    }
  }

  private struct MissingFunction: Error {}
}

/// A font as HarfBuzz sees it.
final class HarfBuzzFont {
  private let library: HarfBuzz
  private let font: OpaquePointer
  private let unit: Double

  /// A glyph in its place.
  struct Glyph {
    var index: UInt32
    /// Position of its first scalar in the text.
    var cluster: Int
    /// Advance and position in em, y up.
    var advance, x, y: Double
  }

  /// Nil if the font cannot be read, or has other glyphs: WOFF is not unpacked here.
  ///
  /// - Parameter index: Index of the font in its file, in the lower 16 bits.
  init?(
    _ source: FontFile.Source, index: Int, glyphCount: Int, variations: [FontVariation], _ library: HarfBuzz
  ) {
    let blob: OpaquePointer?
    switch source {
    case .path(let path): blob = library.blobOfFile(path)
    case .bytes(let bytes):
      let copies: Int32 = 0
      blob = bytes.bytes.withUnsafeBytes {
        library.makeBlob($0.baseAddress, UInt32(clamping: $0.count), copies, nil, nil)
      }
    }
    guard let blob else { return nil }
    defer { library.releaseBlob(blob) }
    guard let face = library.makeFace(blob, UInt32(truncatingIfNeeded: index & 0xFFFF)) else { return nil }
    defer { library.releaseFace(face) }
    guard Int(library.glyphCount(face)) == glyphCount else { return nil }
    guard let font = library.makeFont(face) else { return nil }
    let unitsPerEm = max(1, library.unitsPerEm(face))
    library.useOpenType(font)
    library.setScale(font, Int32(clamping: unitsPerEm), Int32(clamping: unitsPerEm))
    variations.withUnsafeBytes { library.setVariations(font, $0.baseAddress, UInt32(variations.count)) }
    self.library = library
    self.font = font
    unit = 1 / Double(unitsPerEm)
  }

  deinit { library.releaseFont(font) }

  /// The glyphs of a part of a text in visual order; nil if memory is short.
  func shape(_ text: [UInt32], _ range: Range<Int>, isRightToLeft: Bool, script: UInt32) -> [Glyph]? {
    guard let buffer = library.makeBuffer() else { return nil }
    defer { library.releaseBuffer(buffer) }
    text.withUnsafeBufferPointer {
      library.add(
        buffer, $0.baseAddress, Int32(clamping: $0.count), UInt32(clamping: range.lowerBound),
        Int32(clamping: range.count))
    }
    let (leftToRight, rightToLeft): (Int32, Int32) = (4, 5)
    library.setDirection(buffer, isRightToLeft ? rightToLeft : leftToRight)
    library.setScript(buffer, script)
    // Not the user's, on which results must not depend.
    library.setLanguage(buffer, library.language("en", -1))
    library.shape(font, buffer, nil, 0)
    // Without memory the buffer holds less than the text, and is not nil.
    guard library.hasMemory(buffer) != 0 else { return nil }
    var (count, positionCount): (UInt32, UInt32) = (0, 0)
    guard let infos = library.infos(buffer, &count), let positions = library.positions(buffer, &positionCount),
      count == positionCount
    else { return nil }
    // hb_glyph_info_t and hb_glyph_position_t: five numbers of 32 bits each.
    let stride = 20
    return (0..<Int(count)).map { glyph in
      func info(_ member: Int) -> UInt32 { infos.load(fromByteOffset: glyph * stride + 4 * member, as: UInt32.self) }
      func position(_ member: Int) -> Double {
        Double(positions.load(fromByteOffset: glyph * stride + 4 * member, as: Int32.self)) * unit
      }
      return Glyph(
        index: info(0), cluster: Int(info(2)), advance: position(0), x: position(2), y: position(3))
    }
  }
}
