internal import KilnBudgets
internal import KilnExporting
internal import KilnGeometry
internal import KilnTimeline

// Reductions of a choice, and the layers that take most of a movie.
extension MovieFitter {
  /// Bytes or memory of each layer in the smallest movie, largest first.
  func layerShares(of resource: ExportResource, _ bounds: ReductionBounds) -> [LayerShare] {
    let owners = MovieOwners(timeline)
    var amounts: [String: Int] = [:]
    for (owner, part) in zip(groups.map(owners.name) + places.map(owners.name), forms(bounds)) {
      let least = part.lazy.map { resource == .bytes ? $0.cost.bytes : $0.cost.memory }.min()
      amounts[owner, default: 0] += least ?? 0
    }
    return MovieOwners.shares(of: amounts)
  }

  /// Share of what is seen that a choice loses, about.
  func loss(of choice: Choice) -> Double {
    var loss = 0.0
    for (index, group) in groups.enumerated() {
      let (form, hold) = (choice.bitmaps[index], sequences[index].holds[choice.holds[index]])
      for (position, id) in group.images.enumerated() {
        let part = studies[group.images[hold.sources[position]]]?.loss(of: form)
        loss += (weights[id] ?? 0) * ((part?.resolution ?? 0) + (part?.colors ?? 0) + hold.losses[position])
      }
    }
    for (study, form) in zip(outlines, choice.outlines) { loss += study.loss(of: form, holdTrust: holdTrust) }
    return min(1, loss)
  }

  /// Settings that a choice has lowered.
  func reductions(of choice: Choice) -> [ReducedSetting] {
    var report = MovieReductionReport()
    let leftOut = leftOut(choice)
    for (group, form) in zip(groups, choice.bitmaps) {
      let isThinned = group.images.contains { leftOut[$0] != nil }
      for id in group.images {
        if isThinned { report.addPicture(isShown: leftOut[id] == nil) }
        if leftOut[id] == nil { report.add(form, subject: studies[id]?.subject) }
      }
    }
    for (study, form) in zip(outlines, choice.outlines) { report.add(form, of: study, tolerance: options.tolerance) }
    return report.settings
  }
}
