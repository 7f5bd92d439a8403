internal import KilnDiagnostics

/// Counts what the layers of a document take together, against the limits that hold for all of them.
final class DocumentCounters {
  private let limits: Limits
  /// Number of layers with all compositions expanded so far.
  private(set) var layers = 0
  private var layerStates = 0
  private var repeatedItems = 0
  private var shapeLinks = 0
  private var letters = 0
  private var letterSteps = 0

  init(_ limits: Limits) { self.limits = limits }

  /// Counts layers in a use of their composition.
  ///
  /// - Throws: `limit.exceeded`.
  func addLayers(_ count: Int) throws(Diagnostic) {
    layers = layers.addingClamped(count)
    try limits.check(
      layers, atMost: .layers, "the number of layers with all precompositions expanded",
      advice: "use precompositions with many layers less often")
  }

  /// Counts the frames of a layer.
  ///
  /// - Throws: `limit.exceeded`.
  func addLayerStates(_ count: Int) throws(Diagnostic) {
    layerStates = layerStates.addingClamped(count)
    try limits.check(
      layerStates, atMost: .frameStates, "the number of layers times frames",
      advice: "choose a part of the animation, a lower frame rate, or fewer layers")
  }

  /// Counts a shape item that a repeater makes.
  ///
  /// - Throws: `limit.exceeded`.
  func addRepeatedItem() throws(Diagnostic) {
    repeatedItems += 1
    try limits.check(
      repeatedItems, atMost: .repeatedItems, "the number of shape items that all repeaters make",
      advice: "give repeaters fewer copies, which this limit counts in the whole document")
  }

  /// Counts pairs of a path and a style, modifier or merge that reaches it.
  ///
  /// - Throws: `limit.exceeded`.
  func addShapeLinks(_ count: Int) throws(Diagnostic) {
    shapeLinks = shapeLinks.addingClamped(count)
    try limits.check(
      shapeLinks, atMost: .shapeLinks, "the number of paths that shape items work on",
      advice: "put fewer fills, strokes and modifiers over so many paths")
  }

  /// Counts letters of a text before it is laid out.
  ///
  /// - Throws: `limit.exceeded`.
  func addLetters(_ count: Int) throws(Diagnostic) {
    letters = letters.addingClamped(count)
    try limits.check(
      letters, atMost: .letters, "the number of letters of all text layers", advice: "shorten the texts")
  }

  /// Counts the steps in which letters are placed.
  ///
  /// - Throws: `limit.exceeded`.
  func addLetterSteps(_ count: Int) throws(Diagnostic) {
    letterSteps = letterSteps.addingClamped(count)
    try limits.check(
      letterSteps, atMost: .letterSteps, "the number of steps that the letters of all texts take",
      advice: "animate shorter texts, or with fewer animators")
  }
}
