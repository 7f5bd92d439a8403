internal import KilnDiagnostics
package import KilnRuleEngine
internal import KilnSVGAFormat
internal import KilnTimeline

// Requirements of a project on SVGA files: budgets, keys, and images that apps replace.

extension RuleCheck {
  package static let movieBudgets = RuleCheck(
    [Budget.rule(.budgetLayers, Budget.layers)],
    { (visit: MovieVisit) in
      let limit = visit.value(Budget.layers, of: .budgetLayers)
      if Double(visit.movie.sprites.count) > limit {
        visit.report(.budgetLayers, "there are \(visit.movie.sprites.count) sprites, above \(limit.shortDescription)")
      }
    })

  package static let movieKeys = RuleCheck(
    .policy, [.nameKey],
    { (visit: MovieVisit) in
      guard let pattern = visit.findings.options.demands.names.keys else { return }
      for key in visit.movie.pictureKeys where !pattern.matches(key) {
        visit.report(.nameKey, "the key “\(key)” does not match \(pattern.text)", key: key)
      }
    })

  package static let movieSlots = RuleCheck(
    .policy, [.slotMissing, .slotSize],
    { (visit: MovieVisit) in
      visit.findings.checkSlots(visit.slot)
    })
}

extension MovieVisit {
  /// The bitmap with a key, or else the sprites that show one.
  fileprivate func slot(_ name: String) -> SlotState {
    let keys = SVGABitmapKeys(movie)
    let users = movie.sprites.filter { $0.imageKey == name || keys.key(for: $0.imageKey) == name }
    guard let user = users.first else { return movie.pictureKeys.contains(name) ? .unused : .missing }
    if let bytes = movie.imageBytes(forKey: name), let image = ImageAsset(name: name, bytes: bytes) {
      return .image(width: Double(image.width), height: Double(image.height))
    }
    guard let layout = user.frames.first(where: { $0.alpha > 0 })?.layout else { return .withoutSize }
    return .image(width: Double(layout.width), height: Double(layout.height))
  }
}
