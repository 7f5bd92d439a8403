internal import KilnLottieImport
internal import KilnPlayers

/// What target players draw, compared with the rendering that is kept.
struct TargetSupport {
  let targets: [Target]
  /// Whether the reference is lottie-web, which lacks features itself.
  private let reference: [Target]

  init(_ targets: [Target], _ fidelity: LottieFidelity) {
    self.targets = targets
    switch fidelity {
    case .lottieWeb: reference = (try? Target("lottie-web")).map { [$0] } ?? []
    case .afterEffects: reference = []
    }
  }

  /// The row of a feature in the tables.
  static func row(_ feature: String) -> SupportTable.Feature? {
    SupportTable.standard.feature(feature) ?? SupportTable.details.feature(feature)
  }

  /// The targets that lack a feature, or have a part of it.
  func failures(_ feature: String) -> [SupportTable.Failure] {
    guard !targets.isEmpty else { return [] }
    return Self.row(feature)?.failures(in: targets) ?? []
  }

  /// Whether a target lacks a feature that is drawn in the reference.
  func isLacking(_ feature: String) -> Bool { !isIgnored(feature) && !failures(feature).isEmpty }

  /// Whether the reference ignores a feature, so that the targets have to ignore it, too.
  func isIgnored(_ feature: String) -> Bool {
    guard !reference.isEmpty, let row = Self.row(feature) else { return false }
    return row.failures(in: reference).contains { !$0.isPartial }
  }

  /// Whether a target draws something, or a part of it, that the reference ignores.
  func isExcess(_ feature: String) -> Bool {
    guard isIgnored(feature) else { return false }
    return failures(feature).count { !$0.isPartial } < Set(targets.map(\.name)).count
  }

  /// Whether uses of a feature have to change.
  func isRewritten(_ feature: String) -> Bool { isLacking(feature) || isExcess(feature) }
}
