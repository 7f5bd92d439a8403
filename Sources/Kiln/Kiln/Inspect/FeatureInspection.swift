public import KilnDiagnostics
public import KilnLottieImport
internal import KilnValidation

/// A feature that a file uses, as `kiln inspect --features` says it.
public struct FeatureInspection: Encodable, Sendable {
  /// Name for programs, as in the table of the players' features.
  public var id: String
  /// Name for people.
  public var name: String
  /// Number of uses in the file.
  public var count: Int
  /// Support in each player, by the player's name: yes, no, partial, unknown, or the first version with the feature.
  public var targets: [String: String]

  /// The features of a Lottie or SVGA file for which there is a row in the table, in its order.
  ///
  /// - Parameter expressions: Whether the scripts in a Lottie file are run.
  public static func inspect(
    _ bytes: [UInt8], expressions: LottieExpressions = .run, assets: any AssetLoader = EmbeddedAssets(),
    limits: Limits = Limits()
  ) -> [FeatureInspection] {
    var options = ValidationOptions()
    options.expressions = expressions
    options.limits = limits
    options.rendersFrames = false
    options.reportsAllFeatures = true
    let report = Validator(options).validate(bytes, assets: assets)
    var counts: [String: Int] = [:]
    for finding in report.findings {
      guard let feature = ValidationCatalogue.feature(of: finding.rule) else { continue }
      counts[feature.id, default: 0] += finding.diagnostic.occurrences
    }
    for omitted in report.omitted {
      guard let feature = ValidationCatalogue.feature(of: omitted.rule) else { continue }
      counts[feature.id, default: 0] += omitted.count
    }
    return SupportTable.standard.features.compactMap { feature in
      counts[feature.id].map { count in
        let cells = zip(feature.targets, feature.cells).map { ($0, $1.text) }
        return FeatureInspection(
          id: feature.id, name: feature.name, count: count, targets: Dictionary(cells) { first, _ in first })
      }
    }
  }
}
