package import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
package import KilnLottieImport

/// Replaces the expressions of a document by keyframes, in its text: what has no expression keeps its bytes.
///
/// Each property is sampled over the frames in which it is seen, in each use of its composition. Where the expression gives
/// what the property's own keyframes give, only the expression goes; else the values become a fixed value, or few fitted
/// keyframes. A composition whose uses differ is copied.
package struct LottieExpressionBaking {
  /// Factor for the tolerances of keyframes.
  package var toleranceScale = 1.0
  /// The default tolerances.
  package init() {}

  /// The document without expressions; its own bytes if it has none.
  ///
  /// - Throws: When all expressions take too long, or above the limits.
  package func bake(_ source: LottieSource, log: inout DiagnosticLog) throws(Diagnostic) -> [UInt8] {
    let document = source.document
    guard !document.expressionSources.isEmpty else { return Array(document.jsonBytes) }
    let tree = document.tree
    let times = try sampleTimes(of: document, source.limits)
    let uses = try source.expressionUses(
      at: times, log: &log,
      isWanted: { !UnusedControls.isInControl(tree.steps(to: $0)) })
    var baker = DocumentBaking(
      document, uses, toleranceScale: toleranceScale, limits: source.limits,
      isBetween: { !$0.isMultiple(of: 2) && $0 != times.count - 1 })
    let bytes = try baker.bake()
    baker.report(to: &log)
    return bytes
  }

  /// Times in frames: those of the frames, those half way between, and the end.
  private func sampleTimes(of document: LottieDocument, _ limits: Limits) throws(Diagnostic) -> [Double] {
    let first = (document.inPoint + 0.5).rounded(.down)
    let count = ((document.outPoint - first) * 2).rounded(.up)
    guard count < 2 * Double(limits.frames) else {
      throw Diagnostic(
        .limitExceeded, "the animation has more than \(limits.frames) frames", at: DocumentPath(pointer: "/op"),
        advice: Limit.frames.advice("check its out point (op), and export a shorter work area"))
    }
    let times = (0..<Int(max(1, count))).map { first + Double($0) / 2 }
    return times + (document.outPoint > (times.last ?? first) ? [document.outPoint] : [])
  }
}
