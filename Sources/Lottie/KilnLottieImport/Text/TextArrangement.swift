internal import KilnGeometry
internal import KilnLottieExpressions
internal import KilnLottieFormat
internal import KilnTimeline

/// A text's animators, path and alignment over time.
typealias TextArrangementTrack = CompositeTrack<TextArrangementFormula>

/// The tracks of a text's animators, path and alignment.
struct TextArrangementFormula: TrackFormula {
  private let animators: [TextAnimatorFormula]
  /// A track of its own, because measuring a path that does not change costs more than all else.
  private let path: CompositeTrack<TextPathFormula>?
  private let groupAlignment: VectorTrack

  init(_ text: LottieText, masks: [LottieMask], _ parts: inout TrackParts) {
    var animators: [TextAnimatorFormula] = []
    for animator in text.animators { animators.append(TextAnimatorFormula(animator, &parts)) }
    self.animators = animators
    let expressions = parts.expressions
    path = text.path.flatMap { path in
      CompositeTrack(expressions, ifAny: { TextPathFormula(path, masks: masks, &$0) })
    }
    if let path { parts.add(path) }
    groupAlignment = VectorTrack(text.groupAlignment, &parts)
  }

  /// Upper bound for the number of steps that one frame takes for each letter.
  var cost: Int { 1 + animators.count + (path?.formula.segmentCount ?? 0) }

  func value(at time: Double, in context: EvaluationContext) -> TextArrangement {
    TextArrangement(
      animators: animators.map { $0.value(at: time, in: context) },
      textPath: path.flatMap { $0.value(at: time, in: context) },
      alignment: groupAlignment.value(at: time, in: context))
  }
}

/// Animators, path and alignment of a text at one time, which give the letters their positions.
///
/// The order of the steps is that of lottie-web (`TextAnimatorProperty`).
struct TextArrangement {
  fileprivate let animators: [TextAnimatorFormula.State]
  fileprivate let textPath: MeasuredTextPath?
  /// Position of a letter's anchor in its group, in percent.
  fileprivate let alignment: LottieVector

  /// The states of a text's letters; nil for line breaks.
  func letters(of layout: TextLayout) -> [LetterState?] {
    var states = animators
    for index in states.indices { states[index].weights = states[index].selector.weights(of: layout.letters) }
    let paints = TextPainting(layout.document, states)
    var pen = Pen(layout, states, alignment: alignment, textPath: textPath)
    return layout.letters.indices.map { index in
      let letter = layout.letters[index]
      if letter.isLineBreak {
        pen.breakLine()
        return nil
      }
      let position = pen.advance(to: index)
      // The anchor: the middle of the letter's group, shifted by the alignment.
      let anchor = Point(
        letter.groupWidth / 2 - letter.groupOffset + alignment.x * letter.groupWidth * 0.005,
        alignment.y * layout.document.size * 1.2 * 0.714 * 0.01)
      // On a path it is the anchor that is positioned, not the letter's origin.
      let arrival = Point(pen.isOnPath ? 0 : anchor.x, anchor.y - layout.document.baselineShift)
      let matrix =
        position * .translation(arrival.x, arrival.y) * Self.matrix(of: index, states, onPath: pen.isOnPath)
        * .translation(-anchor.x, -anchor.y)
      // Players take a matrix that is none for the identity.
      return LetterState(
        transform: matrix.isFinite ? matrix : .identity, opacity: Self.opacity(of: index, states),
        paint: paints.paint(of: index))
    }
  }

  /// Transform of a letter about its anchor by the animators.
  private static func matrix(of letter: Int, _ states: [TextAnimatorFormula.State], onPath: Bool) -> Affine {
    var matrix = SpatialAffine.identity
    for state in states {
      guard let anchor = state.anchor else { continue }
      matrix = .translation([-anchor.x, -anchor.y, anchor.z] * state.weights[letter]) * matrix
    }
    for state in states {
      guard let scale = state.scale else { continue }
      let factors = LottieVector(repeating: 1) + (scale - 1) * state.weights[letter]
      matrix = .scale([factors.x, factors.y, 1]) * matrix
    }
    for state in states {
      let weight = state.weights[letter]
      if let skew = state.skew {
        matrix = .flat(Affine.skew(radians: skew.angle * weight, axis: skew.axis * weight)) * matrix
      }
      for (axis, angle) in [(2, state.rotation), (1, state.rotationY), (0, state.rotationX)] {
        if let angle { matrix = .rotation(about: axis, radians: angle * weight) * matrix }
      }
    }
    for state in states {
      guard let position = state.position else { continue }
      // Along a path the pen moves instead of x.
      matrix = .translation([onPath ? 0 : position.x, position.y, -position.z] * state.weights[letter]) * matrix
    }
    return matrix.seenFromFront
  }

  /// Not After Effects' opacity where a weight is between 0 and 1, but lottie-web's.
  private static func opacity(of letter: Int, _ states: [TextAnimatorFormula.State]) -> Double {
    let opacity = states.reduce(1.0) { opacity, state in
      guard let target = state.opacity else { return opacity }
      let weight = state.weights[letter]
      return opacity + (target * weight - opacity) * weight
    }
    return opacity > 0 ? min(1, opacity) : 0
  }
}

/// Colours of letters, as animators change them.
private struct TextPainting {
  private let base: LetterPaint
  private let document: LottieTextDocument
  private let states: [TextAnimatorFormula.State]
  private let changesFill: Bool
  private let changesStroke: Bool
  private let changesStrokeWidth: Bool

  init(_ document: LottieTextDocument, _ states: [TextAnimatorFormula.State]) {
    self.document = document
    self.states = states
    changesFill = states.contains { $0.fill != nil || $0.fillShift != nil }
    changesStroke = states.contains { $0.stroke != nil }
    changesStrokeWidth = states.contains { $0.strokeWidth != nil }
    // A negative width, or none, is SVG's default.
    let isWidthValid = document.stroke != nil && document.strokeWidth >= 0
    base = LetterPaint(
      fill: document.fill.map(StraightColor.init(text:)), stroke: document.stroke.map(StraightColor.init(text:)),
      strokeWidth: isWidthValid ? document.strokeWidth : 1)
  }

  func paint(of letter: Int) -> LetterPaint {
    var paint = base
    if changesFill, var fill = document.fill {
      for state in states {
        let weight = state.weights[letter]
        if let target = state.fill { fill += (target - fill) * weight }
        if let shift = state.fillShift { fill = shift.applied(to: fill, weight: weight) }
      }
      paint.fill = StraightColor(text: fill)
    }
    if changesStroke {
      let stroke = states.reduce(document.stroke ?? [0, 0, 0, 1]) { stroke, state in
        state.stroke.map { stroke + ($0 - stroke) * state.weights[letter] } ?? stroke
      }
      paint.stroke = StraightColor(text: stroke)
    }
    if changesStrokeWidth {
      paint.strokeWidth = states.reduce(document.strokeWidth) { $0 + ($1.strokeWidth ?? 0) * $1.weights[letter] }
      paint.strokeWidth = max(0, paint.strokeWidth)
    }
    return paint
  }
}

/// The current position in a text, on lines or on a path.
private struct Pen {
  private let layout: TextLayout
  private let states: [TextAnimatorFormula.State]
  private let alignment: LottieVector
  private let lineShifts: [Double]
  private var textPath: MeasuredTextPath?
  /// Along the line, or along the path.
  private var distance = 0.0
  private var baseline = 0.0
  private var isFirstLine = true
  private var line: Int?
  private var group: Int?

  var isOnPath: Bool { textPath != nil }

  init(
    _ layout: TextLayout, _ states: [TextAnimatorFormula.State], alignment: LottieVector, textPath: MeasuredTextPath?
  ) {
    self.layout = layout
    self.states = states
    self.alignment = alignment
    self.textPath = textPath
    lineShifts = textPath == nil ? Self.lineShifts(layout, states) : []
    distance = textPath?.start ?? 0
  }

  mutating func breakLine() {
    baseline += layout.lineHeight
    // lottie-web's first line is one pixel higher than the others.
    if isFirstLine { baseline += 1 }
    isFirstLine = false
    distance = textPath?.start ?? 0
    textPath?.restart()
  }

  /// Letter space → layer space without animators' transforms. Must be called for each letter in order.
  mutating func advance(to index: Int) -> Affine {
    textPath == nil ? advanceOnLine(to: index) : advanceOnPath(to: index)
  }

  // MARK: - Lines

  private mutating func advanceOnLine(to index: Int) -> Affine {
    let document = layout.document
    let letter = layout.letters[index]
    if distance != 0 || document.justification != .left { distance += animatedTracking(index) }
    let box = document.boxPosition.map { Point($0.x, $0.y + layout.ascent) } ?? .zero
    let x = distance + box.x + layout.start(ofLine: letter.line) + lineShifts[index]
    distance += letter.advance + layout.tracking
    return .translation(x, baseline + box.y)
  }

  private func animatedTracking(_ index: Int) -> Double {
    states.reduce(0) { $0 + ($1.tracking ?? 0) * $1.weights[index] }
  }

  /// For each letter, the distance by which animated tracking moves the start of its line to the left.
  private static func lineShifts(_ layout: TextLayout, _ states: [TextAnimatorFormula.State]) -> [Double] {
    var shifts = Array(repeating: 0.0, count: layout.letters.count)
    let factor: Double
    switch layout.document.justification {
    case .left: return shifts
    case .right: factor = -1
    case .center: factor = -0.5
    }
    let first = layout.document.justification == .center ? states.reduce(0) { $0 + ($1.tracking ?? 0) * factor } : 0
    // As in lottie-web this adds up over the lines.
    var firstLetters = 0.0
    for range in layout.letters.indices.split(whereSeparator: { layout.letters[$0].isLineBreak }) {
      firstLetters += first
      let shift = range.reduce(0) { sum, index in
        states.reduce(sum) { $0 + ($1.tracking ?? 0) * $1.weights[index] * factor }
      }
      guard shift != 0 else { continue }
      for index in range { shifts[index] = shift + firstLetters }
    }
    return shifts
  }

  // MARK: - Path

  private mutating func advanceOnPath(to index: Int) -> Affine {
    guard var textPath else { return .identity }
    let document = layout.document
    let letter = layout.letters[index]
    if line != letter.line {
      line = letter.line
      let space = textPath.length - layout.lineWidths[letter.line]
      switch document.justification {
      case .left: break
      case .right: distance += space
      case .center: distance += space / 2
      }
    }
    if group != letter.group {
      // lottie-web takes the group's number for that of a letter.
      if let group { distance += layout.letters[group].groupGap }
      distance += letter.groupWidth / 2
      group = letter.group
    }
    let shift = alignment.x * letter.groupWidth * 0.005
    distance += shift
    if textPath.forcesAlignment { distance = spread(letter, over: textPath) }
    let animated = states.reduce(0) { $0 + (($1.position?.x ?? 0) + ($1.anchor?.x ?? 0)) * $1.weights[index] }
    let (point, direction) = textPath.position(at: distance + animated)
    let isLost = !(distance + animated).isFinite
    self.textPath = textPath
    if document.justification != .left { distance += animatedTracking(index) }
    distance -= shift
    if index + 1 < layout.letters.count, layout.letters[index + 1].group != letter.group {
      distance += letter.groupWidth / 2 + layout.tracking
    }
    let turn = textPath.turnsLetters ? Affine.rotation(radians: direction) : .identity
    return .translation(isLost ? .nan : point.x, point.y) * turn * .translation(0, baseline)
  }

  /// Distance of a letter along the path if the letters are spread over the whole path.
  private func spread(_ letter: TextLayout.Letter, over textPath: MeasuredTextPath) -> Double {
    guard let first = layout.letters.first, let last = layout.letters.last else { return 0 }
    let space = textPath.length - textPath.margin - first.groupWidth / 2 - last.groupWidth / 2
    return textPath.searchStart + textPath.margin + first.groupWidth / 2 + space * Double(letter.group)
      / Double(max(1, layout.letters.count - 1))
  }
}
