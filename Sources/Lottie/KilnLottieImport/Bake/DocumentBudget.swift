internal import KilnDiagnostics

/// Counts what the layers of a document take together, against the limits that hold for all of them.
final class DocumentBudget {
  private let limits: Limits
  private var repeatedItems = 0
  private var shapeLinks = 0
  private var letters = 0
  private var letterSteps = 0

  init(_ limits: Limits) { self.limits = limits }

  /// Counts a shape item that a repeater makes.
  ///
  /// - Throws: `limit.exceeded`.
  func addRepeatedItem() throws(Diagnostic) {
    repeatedItems += 1
    try limits.check(
      repeatedItems, atMost: limits.repeatedItems, "the number of shape items that all repeaters make",
      advice: "give repeaters fewer copies, which this limit counts in the whole document")
  }

  /// Counts pairs of a path and a style, modifier or merge that reaches it.
  ///
  /// - Throws: `limit.exceeded`.
  func addShapeLinks(_ count: Int) throws(Diagnostic) {
    shapeLinks = shapeLinks.addingClamped(count)
    try limits.check(
      shapeLinks, atMost: limits.shapeLinks, "the number of paths that shape items work on",
      advice: "put fewer fills, strokes and modifiers over so many paths")
  }

  /// Counts letters of a text before it is laid out.
  ///
  /// - Throws: `limit.exceeded`.
  func addLetters(_ count: Int) throws(Diagnostic) {
    letters = letters.addingClamped(count)
    try limits.check(
      letters, atMost: limits.letters, "the number of letters of all text layers", advice: "shorten the texts")
  }

  /// Counts the steps in which letters are placed.
  ///
  /// - Throws: `limit.exceeded`.
  func addLetterSteps(_ count: Int) throws(Diagnostic) {
    letterSteps = letterSteps.addingClamped(count)
    try limits.check(
      letterSteps, atMost: limits.letterSteps, "the number of steps that the letters of all texts take",
      advice: "animate shorter texts, or with fewer animators")
  }
}
