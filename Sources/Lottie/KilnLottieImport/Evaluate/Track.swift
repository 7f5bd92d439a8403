internal import KilnGeometry
package import KilnLottieExpressions
package import KilnLottieFormat

/// A property over time, interpolated component by component between its keyframes.
package struct Track<Value: LottieValue>: ValueTrack {
  private let keyframes: Keyframes<Value>

  /// A part of a value that is computed from several tracks.
  init(_ property: borrowing LottieProperty<Value>, _ parts: inout TrackParts) {
    self.init(single: property, parts.expressions)
    parts.add(self)
  }

  /// A track that is used by itself.
  ///
  /// - Parameter expressions: As `TrackParts.expressions`.
  package init(single property: borrowing LottieProperty<Value>, _ expressions: ExpressionRunner?) {
    keyframes = Keyframes(property, expressions)
  }

  var isAnimated: Bool { keyframes.isAnimated }
  package var changes: ChangeTimes { keyframes.changes }
  /// The first value in the file.
  var initial: Value { keyframes.fixed }
  /// The value of a property that is not animated; nil of one that is.
  package var constant: Value? { isAnimated ? nil : keyframes.fixed }
  /// Whether an expression computes the value.
  var isExpression: Bool { keyframes.expression != nil }
  /// The fixed value, or the values at all keyframes.
  var authoredValues: [Value] { keyframes.authoredValues }
  /// Times of the first and the last keyframe in frames; nil if the property is fixed.
  var keyTimes: (first: Double, last: Double)? { keyframes.times }

  /// Time in frames of the latest end of a segment, up to a time, at which a condition holds; nil if there is none.
  func lastEnd(upTo time: Double, where condition: (Double) -> Bool) -> Double? {
    keyframes.lastEnd(upTo: time, where: condition)
  }

  /// The value of the keyframes at a time, without expression.
  func keyedValue(at time: Double) -> Value { keyframes.value(at: time) }

  /// Most properties are fixed, so that their path is inlined.
  @inline(__always)
  package func value(at time: Double, in context: EvaluationContext) -> Value {
    keyframes.isAnimated ? keyframes.value(at: time, in: context) : keyframes.fixed
  }
}

extension Track<Double> {
  /// Whether the value is 0 or less at a keyframe, or may be.
  var reachesZero: Bool { isExpression || authoredValues.contains { $0 <= 0 } }
}

extension Track<Contour> {
  /// Appends the contour at a time to a path, mapped, without making a contour between keyframes.
  func append(to path: inout Path, at time: Double, in context: EvaluationContext, transformedBy transform: Affine) {
    if keyframes.expression != nil { return path.append(value(at: time, in: context), transformedBy: transform) }
    switch keyframes.position(at: time) {
    case .fixed: path.append(keyframes.fixed, transformedBy: transform)
    case .start(let index): path.append(keyframes.segments[index].start, transformedBy: transform)
    case .end(let index): path.append(keyframes.segments[index].end, transformedBy: transform)
    case .inside(let index, let progress):
      path.append(
        keyframes.segments[index].start, towards: keyframes.segments[index].end, by: progress[0],
        transformedBy: transform)
    }
  }
}
