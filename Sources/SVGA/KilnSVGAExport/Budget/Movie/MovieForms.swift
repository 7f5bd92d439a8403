internal import KilnBudgets
internal import KilnExporting
internal import KilnSVGAFormat
internal import KilnTimeline

/// The forms of every part of a movie with their costs, as they are estimated at the moment: those of the groups of
/// bitmaps, then those of the outlines. Forms that are no better in any respect than another one are left out.
struct MovieForms {
  /// A form of one part.
  enum PartForm {
    case bitmap(BitmapLadder.Form, hold: Int)
    case outline(OutlineLadder.Form)
  }

  /// A form, and its cost.
  typealias Priced = (form: PartForm, cost: KnapsackSolution.Form)

  /// By part.
  let parts: [[Priced]]
  /// Whether each part becomes smaller when there are fewer frames.
  private let dependsOnFrames: [Bool]

  /// The forms that may be chosen.
  ///
  /// - Parameter holdLossRatio: Ratio of the measured to the estimated loss of held outlines.
  init(_ model: MovieReductionModel, _ bytes: ByteModel, holdLossRatio: Double, _ bounds: ReductionBounds) {
    dependsOnFrames = model.groups.map { $0.images.count > 1 } + model.outlines.map { _ in true }
    let bitmaps = model.groups.indices.map { Self.bitmapForms($0, model, bytes, bounds) }
    parts =
      bitmaps + model.outlines.indices.map { Self.outlineForms($0, model, bytes, holdLossRatio: holdLossRatio, bounds) }
  }

  private static func bitmapForms(
    _ group: Int, _ model: MovieReductionModel, _ bytes: ByteModel, _ bounds: ReductionBounds
  ) -> [Priced] {
    var result: [Priced] = []
    for hold in model.sequences[group].holds.indices {
      for scale in BitmapLadder.scales.indices {
        for coloring in BitmapLadder.colorings.indices {
          let form = BitmapLadder.Form(scale: scale, coloring: coloring)
          guard bounds.allows(form),
            let cost = cost(of: form, hold: hold, group, model, bytes, bounds.preference)
          else { continue }
          result.append((.bitmap(form, hold: hold), cost))
        }
      }
    }
    return KnapsackSolution.paretoOptimal(result.map(\.cost)).map { result[$0] }
  }

  /// Cost of a group in a form; nil if one of its bitmaps does not have that form.
  private static func cost(
    of form: BitmapLadder.Form, hold: Int, _ group: Int, _ model: MovieReductionModel, _ bytes: ByteModel,
    _ preference: ReductionPreference
  ) -> KnapsackSolution.Form? {
    let (images, hold) = (model.groups[group].images, model.sequences[group].holds[hold])
    var cost = KnapsackSolution.Form(bytes: 0)
    for (position, id) in images.enumerated() {
      let source = images[hold.sources[position]]
      guard let bitmap = model.bitmaps[source] else {
        // A bitmap that cannot be decoded stays as it is.
        guard form == BitmapLadder.Form() else { return nil }
        cost.bytes += model.timeline[id].bytes.count
        cost.memory += min(model.timeline[id].decodedBytes, 1 << 40)
        continue
      }
      guard let loss = bitmap.loss(of: form) else { return nil }
      cost.loss +=
        (model.weights[id] ?? 0)
        * (loss.resolution * preference.sizeWeight + loss.colors * preference.sharpnessWeight
          + hold.losses[position] * preference.smoothnessWeight)
      guard source == id else { continue }
      let size = bitmap.size(of: form)
      cost.memory += SVGACosts.Memory.pixel * size.width * size.height
      cost.bytes += bytes.bytes(of: form, id, bitmap, group: group)
    }
    return cost
  }

  private static func outlineForms(
    _ sprite: Int, _ model: MovieReductionModel, _ bytes: ByteModel, holdLossRatio: Double, _ bounds: ReductionBounds
  ) -> [Priced] {
    let outline = model.outlines[sprite]
    return outline.forms.compactMap { form in
      if form.rounding > 0, bounds.keepsQuality { return nil }
      let weight = form.hold > 0 ? bounds.preference.smoothnessWeight : 1
      let cost = KnapsackSolution.Form(
        bytes: bytes.bytes(of: form, outline, sprite: sprite),
        loss: outline.loss(of: form, holdLossRatio: holdLossRatio) * weight)
      return (.outline(form), cost)
    }
  }

  // MARK: - Choice

  /// The choice with the least loss that is estimated to keep to a budget, and its cost; nil if none does.
  func choice(within budget: ExportBudget) -> (choice: MovieChoice, cost: Double)? {
    guard let allocation = KnapsackSolution(of: parts.map { $0.map(\.cost) }, within: budget) else { return nil }
    var choice = MovieChoice()
    for (part, index) in zip(parts, allocation.choices) {
      switch part[index].form {
      case .bitmap(let form, let hold):
        choice.bitmaps.append(form)
        choice.holds.append(hold)
      case .outline(let form): choice.outlines.append(form)
      }
    }
    return (choice, allocation.loss)
  }

  /// Estimated cost of an export of which only a part of the frames is left.
  func estimate(within budget: ExportBudget, frames share: Double) -> ExportEstimate {
    let costs = costs(frames: share)
    let least = KnapsackSolution.lowerBound(of: costs)
    let steady = KnapsackSolution.lowerBound(of: zip(costs, dependsOnFrames).filter { !$0.1 }.map(\.0))
    let allocation = KnapsackSolution(of: costs, within: budget)
    return ExportEstimate(
      leastBytes: least.bytes, leastMemory: least.memory, cost: allocation?.loss, steadyBytes: steady.bytes,
      steadyMemory: steady.memory)
  }

  /// The costs of all forms if only a part of the frames were left.
  private func costs(frames share: Double) -> [[KnapsackSolution.Form]] {
    zip(parts, dependsOnFrames).map { part, dependsOnFrames in
      part.map { form in
        guard dependsOnFrames, share < 1 else { return form.cost }
        var cost = form.cost
        cost.bytes = Int(Double(cost.bytes) * share)
        cost.memory = Int(Double(cost.memory) * share)
        return cost
      }
    }
  }
}

extension ReductionBounds {
  /// Whether a bitmap may have a form.
  func allows(_ form: BitmapLadder.Form) -> Bool {
    if form.coloring > 0, keepsQuality { return false }
    return form.scale == 0 || !keepsResolution && BitmapLadder.scales[form.scale] >= leastScale
  }
}
