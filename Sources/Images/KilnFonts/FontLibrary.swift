internal import CKilnFreeType
internal import KilnGeometry

/// Loads fonts by FreeType. A font stays open until it is closed, or as long as the library.
final class FontLibrary {
  private let library: FT_Library
  /// Open fonts; nil for those that cannot be read.
  private var faces: [FontFile: OpenFont?] = [:]
  /// Whether FreeType was refused memory, so that a font or a glyph counts as one that cannot be read.
  private(set) var lacksMemory = false

  /// A font with the memory that it is read from.
  private struct OpenFont {
    var face: FT_Face
    var memory: UnsafeMutableBufferPointer<UInt8>?
    var variations: [FontVariation]
    /// Paints of its coloured glyphs; nil unless its table of colours has version 1.
    var colors: COLRTable?
  }

  init?() {
    var library: FT_Library?
    guard FT_Init_FreeType(&library) == 0, let library else { return nil }
    self.library = library
  }

  deinit {
    FT_Done_FreeType(library)
    for case let font? in faces.values { font.memory?.deallocate() }
  }

  // MARK: - Fonts

  /// Whether a file is a font of outlines or of coloured bitmaps.
  func canRead(_ file: FontFile) -> Bool { face(file) != nil }

  /// Whether a font is of the family of formats that shapers know: TrueType, OpenType.
  func canBeShaped(_ file: FontFile) -> Bool {
    face(file).map { $0.pointee.face_flags & FT_Long(FT_FACE_FLAG_SFNT) != 0 } ?? false
  }

  func glyphCount(of file: FontFile) -> Int { face(file)?.pointee.num_glyphs ?? 0 }

  /// Coordinates of a variable font; empty for others.
  func variations(of file: FontFile) -> [FontVariation] { font(file)?.variations ?? [] }

  /// Family name that a font gives itself; nil if it has none or cannot be read.
  func familyName(of file: FontFile) -> String? {
    face(file).flatMap { $0.pointee.family_name }.map { String(cString: $0) }
  }

  /// Whether a font says that it is bold, and that it is italic or oblique.
  func style(of file: FontFile) -> (isBold: Bool, isSlanted: Bool) {
    let flags = face(file)?.pointee.style_flags ?? 0
    return (flags & FT_Long(FT_STYLE_FLAG_BOLD) != 0, flags & FT_Long(FT_STYLE_FLAG_ITALIC) != 0)
  }

  /// Weight of a font, 1…1000; nil if it does not say.
  func weight(of file: FontFile) -> Int? {
    face(file).flatMap { FT_Get_Sfnt_Table($0, FT_SFNT_OS2) }
      .map { Int($0.assumingMemoryBound(to: TT_OS2.self).pointee.usWeightClass) }
  }

  /// Number of fonts in a file; 0 if it cannot be read.
  func fontCount(in file: FontFile) -> Int { face(file).map { Int($0.pointee.num_faces) } ?? 0 }

  /// The class of a font by its own tables, else by its name; nil if unknown.
  func fontClass(of file: FontFile) -> FontClass? {
    guard let face = face(file) else { return nil }
    if face.pointee.face_flags & FT_Long(FT_FACE_FLAG_FIXED_WIDTH) != 0 { return .monospaced }
    guard let table = FT_Get_Sfnt_Table(face, FT_SFNT_OS2) else { return FontClass(family: file.family) }
    let panose = table.assumingMemoryBound(to: TT_OS2.self).pointee.panose
    // PANOSE 1.0: family kind first, for text the serif style second and the proportion fourth.
    return switch (panose.0, panose.1, panose.3) {
    case (3, _, _): .script
    case (2, _, 9): .monospaced
    case (2, 2...10, _): .serif
    case (2, 11...15, _): .sansSerif
    default: FontClass(family: file.family)
    }
  }

  func ascent(of file: FontFile) -> Double {
    face(file).map { Double($0.pointee.ascender) / Double(max(1, $0.pointee.units_per_EM)) } ?? 0
  }

  // MARK: - Glyphs

  /// Index of a character's glyph; nil if the font does not contain it.
  func glyphIndex(of scalar: Unicode.Scalar, in file: FontFile) -> UInt32? {
    guard let face = face(file) else { return nil }
    let index = FT_Get_Char_Index(face, FT_ULong(scalar.value))
    return index == 0 ? nil : index
  }

  /// A glyph's advance in em.
  func advance(of index: UInt32, in file: FontFile) -> Double {
    guard let face = face(file), let slot = load(index, of: face) else { return 0 }
    return Double(slot.pointee.advance.x) / Double(max(1, face.pointee.units_per_EM))
  }

  /// A glyph's outline in em, not hinted; empty if it has none, nil if it cannot be read.
  func outline(of index: UInt32, in file: FontFile) -> Path? {
    guard let face = face(file), let slot = load(index, of: face) else { return nil }
    guard slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE else { return Path() }
    let unit = 1 / Double(max(1, face.pointee.units_per_EM))
    return outline(in: slot, file, unit: unit)
  }

  /// A glyph's outline in em, with its horizontal edges on whole pixels at a vertical size, as browsers hint it: by FreeType's
  /// light mode, which leaves horizontal distances as they are. Nil if it has no outline, or if browsers do not hint it.
  ///
  /// - Parameter size: Pixels of an em, at most 1024.
  func fittedOutline(of index: UInt32, in file: FontFile, size: Double) -> Path? {
    guard !file.needsSlant, size >= 1, size <= 1024, let face = face(file) else { return nil }
    let pixel = 64.0
    // In Chromium fonts are a 64th of a pixel smaller, as the sizes show at which letters become higher by a pixel.
    let height = FT_F26Dot6((size * pixel).rounded(.down)) - 1
    guard FT_Set_Char_Size(face, 0, height, 72, 72) == 0,
      FT_Load_Glyph(face, index, FT_Int32(FT_LOAD_NO_BITMAP) | Self.lightHinting) == 0, let slot = face.pointee.glyph,
      slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
    else { return nil }
    return outline(in: slot, file, unit: 1 / (size * pixel))
  }

  /// FT_LOAD_TARGET_LIGHT, which is a macro: the render mode in bits 16 to 19.
  private static let lightHinting = FT_Int32(FT_RENDER_MODE_LIGHT.rawValue & 15) << 16

  /// Loads a glyph in font units, which are not hinted.
  private func load(_ index: UInt32, of face: FT_Face) -> FT_GlyphSlot? {
    isDone(FT_Load_Glyph(face, index, FT_Int32(FT_LOAD_NO_SCALE))) ? face.pointee.glyph : nil
  }

  private func isDone(_ error: FT_Error) -> Bool {
    lacksMemory = lacksMemory || error == FT_Error(FT_Err_Out_Of_Memory)
    return error == 0
  }

  /// Added stroke width of emboldened glyphs in em, as in Chromium.
  private static let addedWeight = 1.0 / 32
  /// Horizontal shear of slanted glyphs, as in Chromium.
  private static let addedSlant = 0.25

  private func outline(in slot: FT_GlyphSlot, _ file: FontFile, unit: Double) -> Path {
    if file.needsWeight {
      let strength = FT_Pos(Self.addedWeight / unit)
      FT_Outline_Embolden(&slot.pointee.outline, strength)
      // FreeType emboldens to the right and upwards only.
      FT_Outline_Translate(&slot.pointee.outline, -strength / 2, -strength / 2)
    }
    let outline = OutlineReader.path(&slot.pointee.outline, unit: unit)
    guard file.needsSlant else { return outline }
    return outline.transformed(by: Affine(a: 1, b: 0, c: -Self.addedSlant, d: 1, tx: 0, ty: 0))
  }

  // MARK: - Opening

  /// Closes fonts.
  func close(where isClosed: (FontFile) -> Bool) {
    for (file, font) in faces where isClosed(file) {
      faces[file] = nil
      guard let font else { continue }
      FT_Done_Face(font.face)
      font.memory?.deallocate()
    }
  }

  private func face(_ file: FontFile) -> FT_Face? { font(file)?.face }

  private func font(_ file: FontFile) -> OpenFont? {
    if let known = faces[file] { return known }
    let font = open(file)
    faces[file] = .some(font)
    return font
  }

  private func open(_ file: FontFile) -> OpenFont? {
    var face: FT_Face?
    var memory: UnsafeMutableBufferPointer<UInt8>?
    switch file.source {
    case .path(let path): _ = isDone(FT_New_Face(library, path, FT_Long(file.index), &face))
    case .bytes(let bytes):
      // FreeType reads it as long as the font is open.
      let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.bytes.count)
      _ = copy.initialize(from: bytes.bytes)
      memory = copy
      _ = isDone(FT_New_Memory_Face(library, copy.baseAddress, FT_Long(copy.count), FT_Long(file.index), &face))
    }
    guard let face else {
      memory?.deallocate()
      return nil
    }
    // Fonts of bitmaps alone have no units.
    let isScalable = face.pointee.face_flags & FT_Long(FT_FACE_FLAG_SCALABLE) != 0 && face.pointee.units_per_EM > 0
    let isColored = face.pointee.face_flags & FT_Long(FT_FACE_FLAG_COLOR) != 0
    guard isScalable || isColored && face.pointee.num_fixed_sizes > 0 else {
      FT_Done_Face(face)
      memory?.deallocate()
      return nil
    }
    return OpenFont(
      face: face, memory: memory, variations: setVariations(of: face, weight: file.weight),
      colors: isColored ? table(COLRTable.tag, of: face).flatMap { COLRTable($0) } : nil)
  }

  /// The file of a font as FreeType sees it, unpacked; nil if it is very large.
  func unpacked(_ file: FontFile) -> [UInt8]? { face(file).flatMap { table(0, of: $0) } }

  /// A table of a font by its four letters as a number, or all of the file for 0; nil if it has none.
  private func table(_ tag: FT_ULong, of face: FT_Face) -> [UInt8]? {
    var count: FT_ULong = 0
    guard FT_Load_Sfnt_Table(face, tag, 0, nil, &count) == 0, count > 0, count <= Self.largestTable else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    return FT_Load_Sfnt_Table(face, tag, 0, &bytes, &count) == 0 ? bytes : nil
  }

  /// Bytes of the largest table or file that is read: a usual table has some hundreds of kilobytes, and a Chinese font 20
  /// megabytes in all.
  private static let largestTable: FT_ULong = 64 << 20

  /// Sets a variable font to a weight, and gives all its coordinates; empty for others.
  private func setVariations(of face: FT_Face, weight: Int?) -> [FontVariation] {
    var axes: UnsafeMutablePointer<FT_MM_Var>?
    guard face.pointee.face_flags & FT_Long(FT_FACE_FLAG_MULTIPLE_MASTERS) != 0, FT_Get_MM_Var(face, &axes) == 0,
      let axes
    else { return [] }
    defer { FT_Done_MM_Var(library, axes) }
    let count = axes.pointee.num_axis
    guard count > 0, count <= 64 else { return [] }
    var values = [FT_Fixed](repeating: 0, count: Int(count))
    guard FT_Get_Var_Design_Coordinates(face, count, &values) == 0 else { return [] }
    let one = 65536.0
    for axis in values.indices where axes.pointee.axis[axis].tag == FontVariation.weightTag {
      let range = axes.pointee.axis[axis]
      guard let weight, range.minimum <= range.maximum else { continue }
      values[axis] = min(max(FT_Fixed(Double(weight) * one), range.minimum), range.maximum)
    }
    guard FT_Set_Var_Design_Coordinates(face, count, &values) == 0 else { return [] }
    return values.indices.map {
      FontVariation(tag: UInt32(truncatingIfNeeded: axes.pointee.axis[$0].tag), value: Float(Double(values[$0]) / one))
    }
  }
}

/// A coordinate of a variable font.
struct FontVariation: Hashable, Sendable {
  /// Four letters as a number.
  var tag: UInt32
  var value: Float

  /// `wght`.
  static let weightTag: FT_ULong = 0x7767_6874
}

extension FontLibrary {
  // MARK: - Colours

  /// Maximum number of points of all layers of a glyph. Those of usual fonts have some hundreds.
  private static let maximumLayerPoints = 1 << 16

  /// The parts of a glyph in colours of their own (COLR), from back to front, and whether the font has more to see than they
  /// show. No parts if the glyph has none, or if they have too many points.
  func layers(of index: UInt32, in file: FontFile) -> (layers: [FontGlyph.Layer], isSimplified: Bool) {
    guard let face = face(file), face.pointee.face_flags & FT_Long(FT_FACE_FLAG_COLOR) != 0 else { return ([], false) }
    let palette = palette(of: face)
    var points = 0
    func limitedOutline(_ glyph: UInt32) -> Path {
      let outline = points <= Self.maximumLayerPoints ? outline(of: glyph, in: file) ?? Path() : Path()
      points += outline.points.count
      return outline
    }
    let unit = 1 / Double(max(1, face.pointee.units_per_EM))
    let painting = font(file)?.colors.flatMap {
      ColorGlyphReader(of: index, $0, palette: palette, unit: unit, outline: limitedOutline)
    }
    let layers = painting?.layers ?? plainLayers(of: index, in: face, palette, outline: limitedOutline)
    guard points <= Self.maximumLayerPoints else { return ([], true) }
    return (layers, painting?.isSimplified ?? false)
  }

  /// The layers of version 0: outlines in one colour each.
  private func plainLayers(
    of index: UInt32, in face: FT_Face, _ palette: [FontGlyph.Color], outline: (_ glyph: UInt32) -> Path
  ) -> [FontGlyph.Layer] {
    var layers: [FontGlyph.Layer] = []
    var iterator = FT_LayerIterator()
    var (glyph, color): (FT_UInt, FT_UInt) = (0, 0)
    let maximum = 1024
    while layers.count < maximum, FT_Get_Color_Glyph_Layer(face, index, &glyph, &color, &iterator) != 0 {
      let entry = palette.indices.contains(Int(color)) ? palette[Int(color)] : nil
      layers.append(FontGlyph.Layer(outline: outline(glyph), color: entry))
    }
    return layers
  }

  /// The colours of a font's first palette; none if it has no palettes.
  private func palette(of face: FT_Face) -> [FontGlyph.Color] {
    var data = FT_Palette_Data()
    var palette: UnsafeMutablePointer<FT_Color>?
    guard FT_Palette_Data_Get(face, &data) == 0, FT_Palette_Select(face, 0, &palette) == 0, let palette else {
      return []
    }
    return UnsafeBufferPointer(start: palette, count: Int(data.num_palette_entries)).map {
      FontGlyph.Color(red: $0.red, green: $0.green, blue: $0.blue, alpha: $0.alpha)
    }
  }

  /// Bytes of the largest picture of a glyph: one of 512 × 512 pixels. Those of usual fonts have 136 × 128.
  private static let largestPicture = 1 << 20

  /// The picture of a glyph (CBDT, sbix) in its largest size; nil if it has none.
  func picture(of index: UInt32, in file: FontFile) -> FontGlyph.Picture? {
    guard let face = face(file), face.pointee.num_fixed_sizes > 0, let sizes = face.pointee.available_sizes else {
      return nil
    }
    let strikes = (0..<Int(face.pointee.num_fixed_sizes)).map { sizes[$0].y_ppem }
    guard let largest = strikes.indices.max(by: { strikes[$0] < strikes[$1] }), strikes[largest] > 0,
      FT_Select_Size(face, FT_Int(largest)) == 0,
      FT_Load_Glyph(face, index, FT_Int32(FT_LOAD_COLOR)) == 0, let slot = face.pointee.glyph?.pointee,
      slot.format == FT_GLYPH_FORMAT_BITMAP, slot.bitmap.pixel_mode == UInt8(FT_PIXEL_MODE_BGRA.rawValue),
      let buffer = slot.bitmap.buffer
    else { return nil }
    let (width, height, pitch) = (Int(slot.bitmap.width), Int(slot.bitmap.rows), Int(slot.bitmap.pitch))
    guard width > 0, height > 0, pitch >= 4 * width, height <= Self.largestPicture / pitch else {
      return nil
    }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(4 * width * height)
    for row in 0..<height { pixels += UnsafeBufferPointer(start: buffer + row * pitch, count: 4 * width) }
    // Sizes and advances are in 64ths of a pixel.
    let pixel = 64 / Double(strikes[largest])
    return FontGlyph.Picture(
      width: width, height: height, pixels: pixels, left: Double(slot.bitmap_left) * pixel,
      top: -Double(slot.bitmap_top) * pixel, pixel: pixel, advance: Double(slot.advance.x) / 64 * pixel)
  }
}
