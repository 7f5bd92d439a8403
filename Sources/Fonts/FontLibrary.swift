internal import CFreeType
internal import Geometry

/// Loads fonts by FreeType. Every font stays open as long as the library.
final class FontLibrary {
  private let library: FT_Library
  /// Open fonts; nil for those that cannot be read.
  private var faces: [FontFile: FT_Face?] = [:]

  init?() {
    var library: FT_Library?
    guard FT_Init_FreeType(&library) == 0, let library else { return nil }
    self.library = library
  }

  deinit { FT_Done_FreeType(library) }

  /// Whether a file is a readable scalable font.
  func canRead(_ file: FontFile) -> Bool { face(file) != nil }

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
    face(file).map { Double($0.pointee.ascender) / Double($0.pointee.units_per_EM) } ?? 0
  }

  /// The glyph of a character; nil if the font does not contain it.
  func glyph(for scalar: Unicode.Scalar, in file: FontFile) -> FontGlyph? {
    guard let face = face(file) else { return nil }
    let index = FT_Get_Char_Index(face, FT_ULong(scalar.value))
    return index == 0 ? nil : Self.glyph(index, of: face, file)
  }

  /// The font's glyph for characters that it does not contain.
  func missingGlyph(in file: FontFile) -> FontGlyph {
    var glyph = face(file).flatMap { Self.glyph(0, of: $0, file) } ?? FontGlyph(advance: 0, outline: Path())
    glyph.isMissing = true
    return glyph
  }

  private func face(_ file: FontFile) -> FT_Face? {
    if let known = faces[file] { return known }
    let face = open(file)
    faces[file] = .some(face)
    return face
  }

  private func open(_ file: FontFile) -> FT_Face? {
    var face: FT_Face?
    guard FT_New_Face(library, file.path, FT_Long(file.index), &face) == 0, let face else { return nil }
    let isScalable = face.pointee.face_flags & FT_Long(FT_FACE_FLAG_SCALABLE) != 0
    guard isScalable, face.pointee.units_per_EM > 0 else {
      FT_Done_Face(face)
      return nil
    }
    return face
  }

  /// Added stroke width of emboldened glyphs in em, as in Chromium.
  private static let addedWeight = 1.0 / 32
  /// Horizontal shear of slanted glyphs, as in Chromium.
  private static let addedSlant = 0.25

  private static func glyph(_ index: FT_UInt, of face: FT_Face, _ file: FontFile) -> FontGlyph? {
    // Unscaled outlines are not hinted.
    guard FT_Load_Glyph(face, index, FT_Int32(FT_LOAD_NO_SCALE)) == 0, let slot = face.pointee.glyph else { return nil }
    let unit = 1 / Double(face.pointee.units_per_EM)
    var glyph = FontGlyph(advance: Double(slot.pointee.advance.x) * unit, outline: Path())
    guard slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE else { return glyph }
    if file.needsWeight {
      let strength = FT_Pos(addedWeight / unit)
      FT_Outline_Embolden(&slot.pointee.outline, strength)
      // FreeType emboldens to the right and upwards only.
      FT_Outline_Translate(&slot.pointee.outline, -strength / 2, -strength / 2)
    }
    glyph.outline = OutlineReader.path(&slot.pointee.outline, unit: unit)
    if file.needsSlant {
      glyph.outline = glyph.outline.transformed(by: Affine(a: 1, b: 0, c: -addedSlant, d: 1, tx: 0, ty: 0))
    }
    return glyph
  }
}

/// Converts a FreeType outline to a path.
private struct OutlineReader {
  private var path = Path()
  /// Size of a font unit in em.
  private let unit: Double

  private init(unit: Double) { self.unit = unit }

  static func path(_ outline: inout FT_Outline, unit: Double) -> Path {
    var reader = OutlineReader(unit: unit)
    var steps = FT_Outline_Funcs(
      move_to: { end, reader in
        OutlineReader.step(reader) {
          $0.path.close()
          $0.path.move(to: $0.point(end))
        }
      },
      line_to: { end, reader in OutlineReader.step(reader) { $0.path.line(to: $0.point(end)) } },
      conic_to: { control, end, reader in
        OutlineReader.step(reader) { $0.path.quadratic($0.point(control), to: $0.point(end)) }
      },
      cubic_to: { control1, control2, end, reader in
        OutlineReader.step(reader) { $0.path.cubic($0.point(control1), $0.point(control2), to: $0.point(end)) }
      },
      shift: 0, delta: 0)
    let failure = withUnsafeMutablePointer(to: &reader) { FT_Outline_Decompose(&outline, &steps, $0) }
    reader.path.close()
    return failure == 0 ? reader.path : Path()
  }

  private static func step(_ reader: UnsafeMutableRawPointer?, _ body: (inout OutlineReader) -> Void) -> Int32 {
    guard let reader else { return 1 }
    body(&reader.assumingMemoryBound(to: OutlineReader.self).pointee)
    return 0
  }

  private func point(_ vector: UnsafePointer<FT_Vector>?) -> Point {
    guard let vector = vector?.pointee else { return .zero }
    return Point(Double(vector.x) * unit, -Double(vector.y) * unit)
  }
}
