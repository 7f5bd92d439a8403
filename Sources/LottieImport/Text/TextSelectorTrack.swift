internal import Geometry
internal import LottieFormat

/// By how much an animator changes each letter, over time.
struct TextSelectorTrack {
  private let start: Track<Double>
  private let end: Track<Double>
  private let offset: Track<Double>
  private let amount: Track<Double>
  private let easeHigh: Track<Double>
  private let easeLow: Track<Double>
  private let smoothness: Track<Double>
  private let countsUnits: Bool
  private let form: LottieTextSelector.Form
  let basis: LottieTextSelector.Basis?

  init(_ selector: LottieTextSelector) {
    start = Track(selector.start)
    end = Track(selector.end)
    offset = Track(selector.offset)
    amount = Track(selector.amount)
    easeHigh = Track(selector.easeHigh)
    easeLow = Track(selector.easeLow)
    smoothness = Track(selector.smoothness)
    countsUnits = selector.countsUnits
    form = selector.form
    basis = selector.basis
  }

  var isAnimated: Bool {
    [start, end, offset, amount, easeHigh, easeLow, smoothness].contains(where: \.isAnimated)
  }

  /// Weight of each letter; 1 changes it fully.
  func weights(_ units: TextUnits, at time: Double) -> [Double] {
    let perUnit = countsUnits ? 1 : Double(units.count) / 100
    let shift = offset.value(at: time)
    let bounds = [start.value(at: time) + shift, end.value(at: time) + shift].map { $0 * perUnit }.sorted()
    let easing = easing(at: time)
    let smoothness = smoothness.value(at: time).fromPercent
    let amount = amount.value(at: time).fromPercent
    var known: (unit: Int, weight: Double)?
    return units.indices.map { unit in
      if let known, known.unit == unit { return known.weight }
      let eased = easing.value(at: coverage(of: Double(unit), from: bounds[0], to: bounds[1]))
      let weight = Self.smoothed(eased, smoothness) * amount
      known = (unit, weight)
      return weight
    }
  }

  private func easing(at time: Double) -> CubicEasing {
    let low = easeLow.value(at: time).fromPercent
    let high = easeHigh.value(at: time).fromPercent
    return CubicEasing(
      low > 0 ? Point(low, 0) : Point(0, -low), high > 0 ? Point(1 - high, 1) : Point(1, 1 + high))
  }

  /// How far a unit is inside the range, 0…1, by the selector's form.
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

/// Which unit of a selector each letter belongs to.
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
