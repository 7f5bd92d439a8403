internal import KilnCompression
internal import KilnGeometry

/// Writes a movie's path data in one form, and finds out in which form it packs better.
///
/// An outline that recurs at another position has the same text only in relative form; an outline of which a part
/// changes keeps the text of its unchanged part only in absolute form. So the first outlines are written in both forms
/// and packed.
struct PathTexts {
  /// Bytes of path data after which no more is compared.
  private static let enough = 1 << 18
  /// Compression level for comparing both forms; higher levels give the same decisions.
  private static let level = 6

  /// The form that is written.
  let form: Path.TextForm
  private var relative: [UInt8] = []
  private var absolute: [UInt8] = []
  /// Cache of simplified outlines: many sprites show the same ones, and the other form needs them again.
  private var simplified: [Outline: Path] = [:]

  /// Key of the cache: an outline and the parameters of its simplification.
  private struct Outline: Hashable {
    var path: Path
    var strokeWidth: Double?
    var step: Double
    var flatness: Double
    var joinTolerance: Double
  }

  /// - Parameter form: Form to write. With `.absolute`, the forms are not compared.
  init(_ form: Path.TextForm) { self.form = form }

  /// The path, simplified to the fewest curves that the precision allows.
  ///
  /// - Parameter strokeWidth: Width of the path's stroke; nil if only its area is drawn.
  mutating func simplified(_ path: Path, strokeWidth: Double?, _ precision: SpritePrecision) -> Path {
    let outline = Outline(
      path: path, strokeWidth: strokeWidth, step: precision.outlineStep, flatness: precision.flatness,
      joinTolerance: precision.joinTolerance)
    if let known = simplified[outline] { return known }
    let result = path.simplified(
      tolerance: precision.flatness, strokeWidth: strokeWidth, step: precision.outlineStep,
      joinTolerance: precision.joinTolerance)
    simplified[outline] = result
    return result
  }

  /// The path data of an outline.
  ///
  /// - Parameter strokeWidth: Width of the path's stroke; nil if only its area is drawn.
  mutating func text(of path: Path, strokeWidth: Double?, _ precision: SpritePrecision) -> String {
    func text(_ form: Path.TextForm) -> String {
      path.text(
        decimals: precision.decimals, form: form, strokeWidth: strokeWidth, quadraticTolerance: precision.flatness)
    }
    if form == .relative, relative.count < Self.enough {
      let short = text(.relative)
      relative += short.utf8
      absolute += text(.absolute).utf8
      return short
    }
    return text(form)
  }

  /// Whether what was written in relative form would be no larger in absolute form.
  var isSmallAbsolute: Bool {
    guard !relative.isEmpty else { return false }
    do {
      return try Zlib.deflate(absolute, level: Self.level).count <= Zlib.deflate(relative, level: Self.level).count
    } catch {
      return false
    }
  }

  /// Result of `make` with the form of path data that packs better. `make` is called once or twice.
  static func best<Product>(_ make: (inout PathTexts) -> Product) -> Product {
    var texts = PathTexts(.relative)
    let product = make(&texts)
    guard texts.isSmallAbsolute else { return product }
    let simplified = texts.simplified
    texts = PathTexts(.absolute)
    texts.simplified = simplified
    return make(&texts)
  }
}
