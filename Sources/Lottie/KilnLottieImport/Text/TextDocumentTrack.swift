internal import KilnLottieFormat

/// The document of a text over time: the last one that has started, or the first; nil if there is none.
struct TextDocumentTrack: ValueTrack {
  private let keyframes: [LottieTextKeyframe]

  init(_ text: LottieText) { keyframes = text.documents }

  var isAnimated: Bool { keyframes.count > 1 }
  var changes: ChangeTimes { ChangeTimes(keyframes.dropFirst().map { $0.time...$0.time }) }

  /// Position in `LottieText.documents`.
  func value(at time: Double, in context: EvaluationContext) -> Int? {
    keyframes.isEmpty ? nil : keyframes.indices.lastIndexOfPrefix(where: { keyframes[$0].time <= time })
  }
}
