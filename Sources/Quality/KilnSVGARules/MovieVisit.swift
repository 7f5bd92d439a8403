internal import KilnDiagnostics
package import KilnRuleEngine
package import KilnSVGAFormat

/// An SVGA movie.
package final class MovieVisit {
  let movie: SVGAMovieEntity
  /// Bytes of the file.
  let byteCount: Int
  /// Whether it is SVGA 2.x.
  let isStream: Bool
  let findings: FindingCollector

  package init(_ movie: SVGAMovieEntity, bytes: [UInt8], _ findings: FindingCollector) {
    self.movie = movie
    self.findings = findings
    byteCount = bytes.count
    isStream = SVGAContainer.isStream(bytes)
  }

  /// Adds a finding about a sprite, or about the movie.
  func report(
    _ rule: Rule, _ message: @autoclosure () -> String, sprite: Int? = nil, key: String? = nil,
    advice: @autoclosure () -> String? = nil
  ) {
    findings.report(rule, message(), at: path(sprite: sprite, key: key), advice: advice())
  }

  /// Adds a finding about a feature that not all players have.
  func report(_ rule: Rule, feature: String, _ message: @autoclosure () -> String, sprite: Int? = nil) {
    findings.reportFeature(rule, feature, message(), at: path(sprite: sprite, key: nil))
  }

  private func path(sprite: Int?, key: String?) -> DocumentPath {
    if let sprite { return DocumentPath(pointer: "/sprites/\(sprite)", layers: [movie.sprites[sprite].imageKey]) }
    return DocumentPath(pointer: key.map { "/images/\($0)" } ?? "")
  }

  /// Value of a rule's option.
  func value(_ option: ValidationRule.Option, of rule: Rule) -> Double { findings.value(option, of: rule) }
}
