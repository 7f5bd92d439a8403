internal import KilnDiagnostics
internal import KilnValidation

/// An amount that a project can bound, and the rule that checks it.
package struct ProjectBudget: Sendable {
  /// Unit of a limit.
  enum Unit: Sendable {
    /// `500k`, `2MB`, `1.5MiB`, or a number of bytes.
    case bytes
    /// A number of seconds, `1.5s` or `800ms`.
    case seconds
    /// A whole number.
    case count
  }

  /// The key as it is written.
  let name: String
  /// ID of the rule, which has an option `limit`.
  package let rule: String
  let unit: Unit
  /// Description of the bounded amount, as a sentence in Markdown.
  let help: String

  package static let all: [ProjectBudget] = [
    ProjectBudget(name: "bytes", rule: "budget.bytes", unit: .bytes, help: "Bytes of the file."),
    ProjectBudget(
      name: "packed-bytes", rule: "budget.packedBytes", unit: .bytes,
      help: "Bytes of a Lottie file's JSON, packed with gzip as servers send it."),
    ProjectBudget(
      name: "decoded-memory", rule: "budget.decodedBytes", unit: .bytes,
      help: "Bytes of all decoded images, 4 a pixel; of animated pictures those of two frames."),
    ProjectBudget(name: "textures", rule: "budget.images", unit: .count, help: "Number of images."),
    ProjectBudget(name: "layers", rule: "budget.layers", unit: .count, help: "Number of layers, of SVGA sprites."),
    ProjectBudget(name: "shapes", rule: "budget.shapes", unit: .count, help: "Number of shape items of a Lottie file."),
    ProjectBudget(
      name: "path-points", rule: "budget.framePoints", unit: .count,
      help: "Number of vertices of all paths that are drawn in one frame."),
    ProjectBudget(
      name: "file-path-points", rule: "budget.pathPoints", unit: .count,
      help: "Number of vertices of all paths of a Lottie file."),
    ProjectBudget(name: "masks", rule: "budget.masks", unit: .count, help: "Number of masks of a Lottie file."),
    ProjectBudget(
      name: "mattes", rule: "budget.mattes", unit: .count, help: "Number of layers of a Lottie file that a matte cuts."),
    ProjectBudget(name: "effects", rule: "budget.effects", unit: .count, help: "Number of effects of a Lottie file."),
    ProjectBudget(
      name: "keyframes", rule: "budget.keyframes", unit: .count, help: "Number of keyframes of a Lottie file."),
    ProjectBudget(name: "duration", rule: "budget.duration", unit: .seconds, help: "Seconds, such as `3s` or `800ms`."),
    ProjectBudget(name: "frames", rule: "budget.frames", unit: .count, help: "Number of frames."),
    ProjectBudget(name: "canvas", rule: "budget.canvas", unit: .count, help: "Longer side of the canvas in pixels."),
  ]

  /// The limit that a text says; infinite for `none`, nil if it is no limit of this unit.
  func limit(_ text: String) -> Double? {
    if text == "none" { return .infinity }
    switch unit {
    case .bytes: return ByteCount(text).map { Double($0.bytes) }
    case .count: return Int(text).flatMap { $0 >= 0 ? Double($0) : nil }
    case .seconds:
      let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      guard let number = Double(digits), number.isFinite else { return nil }
      switch text.dropFirst(digits.count).drop(while: { $0 == " " }) {
      case "", "s": return number
      case "ms": return number / 1000
      default: return nil
      }
    }
  }

  /// Description of the accepted values, for messages.
  var form: String {
    switch unit {
    case .bytes: "a number of bytes such as 500k or 2MB, or none"
    case .count: "a whole number, or none"
    case .seconds: "a time such as 3s or 800ms, or none"
    }
  }
}
