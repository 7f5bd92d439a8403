// Fonts that are not installed.
extension FontEngine {
  /// A font of a file; nil if the file cannot be read.
  ///
  /// - Parameter isDeclaredRegular: Whether it counts as regular and upright whatever it is, as fonts do that a page declares
  ///   without their style; variable ones have every weight nevertheless.
  func file(
    in source: FontFile.Source, for query: FontQuery, isDeclaredRegular: Bool
  ) -> FontFile? {
    let probe = FontFile(source: source, index: 0, family: "", weight: query.weight)
    guard library.canRead(probe) else { return nil }
    return styled(probe, for: query, isDeclaredRegular: isDeclaredRegular)
  }

  /// The font among several files that is of one of the families asked for, in their order, and matches best; nil if none is.
  func file(among paths: [String], for query: FontQuery) -> FontFile? {
    // Looked at without a weight: each is opened once, whatever weights are asked for.
    let fonts = paths.flatMap { path in
      let first = FontFile(source: .path(path), index: 0, family: "", weight: nil)
      return (0..<min(library.fontCount(in: first), Self.maximumFonts)).map { index in
        var font = first
        font.index = index
        return font
      }
    }
    for family in query.families {
      let matching = fonts.filter { library.familyName(of: $0).map { FontCatalog.isSame($0, family) } ?? false }
      if var best = matching.min(by: { mismatch($0, query) < mismatch($1, query) }) {
        best.weight = query.weight
        return styled(best, for: query, isDeclaredRegular: false)
      }
    }
    return nil
  }

  /// Maximum number of fonts that are looked at in one file.
  private static let maximumFonts = 64

  /// Distance of a font from a query: first by slant, then by weight.
  private func mismatch(_ file: FontFile, _ query: FontQuery) -> Int {
    let slant = library.style(of: file).isSlanted == query.isItalic ? 0 : 10_000
    return hasWeights(file) ? slant : slant + abs((library.weight(of: file) ?? 400) - query.weight)
  }

  private func hasWeights(_ file: FontFile) -> Bool {
    library.variations(of: file).contains { $0.tag == UInt32(FontVariation.weightTag) }
  }

  /// A font with its family's name, emboldened and slanted where it lacks what is asked for.
  private func styled(_ file: FontFile, for query: FontQuery, isDeclaredRegular: Bool) -> FontFile {
    var file = file
    let style = library.style(of: file)
    let leastBold = 600
    let isBoldItself = (library.weight(of: file) ?? 0) >= leastBold || style.isBold
    // Variable fonts have every weight, also where a page declares none.
    let isBold = hasWeights(file) || !isDeclaredRegular && isBoldItself
    let isSlanted = !isDeclaredRegular && style.isSlanted
    file.family = library.familyName(of: file) ?? query.families.first ?? ""
    file.needsWeight = query.weight >= leastBold && !isBold
    file.needsSlant = query.isItalic && !isSlanted
    return file
  }
}
