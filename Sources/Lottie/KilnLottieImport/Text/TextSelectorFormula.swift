internal import KilnGeometry
package import KilnLottieFormat

/// The tracks of a text selector.
package struct TextSelectorFormula: TrackFormula {
  private let start: Track<Double>
  private let end: Track<Double>
  private let offset: Track<Double>
  private let amount: Track<Double>
  private let easeHigh: Track<Double>
  private let easeLow: Track<Double>
  private let smoothness: Track<Double>
  private let countsUnits: Bool
  private let form: LottieTextSelector.Form
  private let basis: LottieTextSelector.Basis?

  package init(_ selector: LottieTextSelector, _ parts: inout TrackParts) {
    start = Track(selector.start, &parts)
    end = Track(selector.end, &parts)
    offset = Track(selector.offset, &parts)
    amount = Track(selector.amount, &parts)
    easeHigh = Track(selector.easeHigh, &parts)
    easeLow = Track(selector.easeLow, &parts)
    smoothness = Track(selector.smoothness, &parts)
    countsUnits = selector.countsUnits
    form = selector.form
    basis = selector.basis
  }

  package func value(at time: Double, in context: EvaluationContext) -> TextSelector {
    let shift = offset.value(at: time, in: context)
    return TextSelector(
      start: start.value(at: time, in: context) + shift, end: end.value(at: time, in: context) + shift,
      amount: amount.value(at: time, in: context).fromPercent, easing: easing(at: time, in: context),
      smoothness: smoothness.value(at: time, in: context).fromPercent, countsUnits: countsUnits, form: form,
      basis: basis)
  }

  private func easing(at time: Double, in context: EvaluationContext) -> CubicEasing {
    let low = easeLow.value(at: time, in: context).fromPercent
    let high = easeHigh.value(at: time, in: context).fromPercent
    return CubicEasing(
      low > 0 ? Point(low, 0) : Point(0, -low), high > 0 ? Point(1 - high, 1) : Point(1, 1 + high))
  }
}

/// A text selector at one time.
package struct TextSelector {
  /// In percent of the number of units, or in units if `countsUnits`.
  var start: Double
  var end: Double
  /// A factor on all weights.
  var amount: Double
  var easing: CubicEasing
  /// A factor, 0…1.
  var smoothness: Double
  var countsUnits: Bool
  var form: LottieTextSelector.Form
  /// Kind of unit; nil for the whole text as one unit.
  var basis: LottieTextSelector.Basis?

  /// Weight of each letter; a weight of 1 changes it fully.
  package func weights(of letters: [TextLayout.Letter]) -> [Double] {
    let units = TextUnits(letters, by: basis)
    let perUnit = countsUnits ? 1 : Double(units.count) / 100
    let bounds = [start, end].map { $0 * perUnit }.sorted()
    var last: (unit: Int, weight: Double)?
    return units.indices.map { unit in
      if let last, last.unit == unit { return last.weight }
      let eased = easing.value(at: coverage(of: Double(unit), from: bounds[0], to: bounds[1]))
      let weight = Self.smoothed(eased, smoothness) * amount
      last = (unit, weight)
      return weight
    }
  }

  /// Coverage of a unit by the range, 0…1, by the selector's form.
  private func coverage(of unit: Double, from start: Double, to end: Double) -> Double {
    let length = end - start
    let position = unit + 0.5 - start
    let share = length > 0 ? max(0, min(1, position / length)) : unit >= end ? 1 : 0
    switch form {
    case .square:
      guard unit >= start.rounded(.down) else { return 0 }
      return max(0, min(1, unit < start ? min(end, 1) - (start - unit) : end - unit))
    case .rampUp: return share
    case .rampDown: return 1 - share
    case .triangle: return length > 0 ? 1 - abs(1 - 2 * share) : 0
    case .round: return length > 0 ? max(0, 1 - (2 * share - 1) * (2 * share - 1)).squareRoot() : 0
    case .smooth: return length > 0 ? (1 + Scalar.sineCosine(.pi + 2 * .pi * share).cosine) / 2 : 0
    }
  }

  /// A weight over the middle part of the range only: smoothness 0 makes it all or nothing.
  private static func smoothed(_ weight: Double, _ smoothness: Double) -> Double {
    if smoothness == 1 { return weight }
    let threshold = 0.5 - smoothness / 2
    return weight < threshold ? 0 : min(1, (weight - threshold) / (smoothness == 0 ? 1e-8 : smoothness))
  }
}

/// Index of the selector unit of each letter.
struct TextUnits {
  private(set) var indices: [Int] = []
  private(set) var count = 0

  init(_ letters: [TextLayout.Letter], by basis: LottieTextSelector.Basis?) {
    for (index, letter) in letters.enumerated() {
      indices.append(count)
      let isLast = index == letters.count - 1
      let endsUnit =
        switch basis {
        case .characters: !letter.isLineBreak
        case .charactersWithoutSpaces: !letter.isLineBreak && !letter.isSpace
        case .words: letter.isLineBreak || letter.isSpace || isLast
        case .lines: letter.isLineBreak || isLast
        case nil: false
        }
      if endsUnit { count += 1 }
    }
  }
}
