internal import KilnGeometry

/// Inputs of an evaluation besides the time: the layer that has the property, and the composition around the layer.
///
/// Keyframes need none of it. Small and without references, because every evaluation gets one.
package struct EvaluationContext: BitwiseCopyable, Sendable, Hashable {
  /// Frames per second of all compositions: times in frames ÷ `frameRate` are seconds.
  var frameRate: Double
  /// Size of the layer's composition in pixels.
  var compositionSize: Size
  /// The use of the composition, as `ExpressionEvaluator` counts them: 0 for the root composition; −1 if none is known.
  var compositionUse = 0
  /// `LottieLayer.node` of the layer; −1 for values that belong to none.
  var layer = -1

  /// The same composition, another of its layers.
  func of(_ layer: Int) -> EvaluationContext {
    var context = self
    context.layer = layer
    return context
  }

  /// For values that never change, which depend on nothing.
  package static let constant = EvaluationContext(frameRate: 0, compositionSize: Size(0, 0), compositionUse: -1)
}
