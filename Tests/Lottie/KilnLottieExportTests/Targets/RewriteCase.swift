import KilnDiagnostics
import KilnJSON
import KilnLottieExport
import KilnLottieImport
import KilnPixels
import KilnPlayers
import KilnTestSupport
import KilnTimeline

/// A document that is rewritten for players, and what it is before and after.
struct RewriteCase {
  let before: [UInt8]
  let after: [UInt8]
  private(set) var log = DiagnosticLog()
  private let fidelity: LottieFidelity

  /// Rewrites a document of 64 × 64 pixels and 10 frames.
  ///
  /// - Parameters:
  ///   - layers: Elements of `layers`.
  ///   - more: Further members of the document, each with a comma at its end.
  init(
    for targets: String..., layers: String, more: String = "", version: String = "5.7.0",
    fidelity: LottieFidelity = .lottieWeb
  ) throws {
    before = Array(
      #"{"v": "\#(version)", "fr": 10, "ip": 0, "op": 10, "w": 64, "h": 64, \#(more)"layers": [\#(layers)]}"#.utf8)
    self.fidelity = fidelity
    let rewriting = TargetRewriting(targets: try targets.map { name in try Target(name) }, fidelity: fidelity)
    after = try rewriting.rewrite(before, log: &log)
  }

  /// A shape layer with items in a group.
  static func shapes(_ items: String, transform: String = #"{"ty": "tr"}"#, layer: String = "") -> String {
    #"{"ty": 4, "ind": 1, "nm": "Layer", "ip": 0, "op": 10, "st": 0, \#(layer)"#
      + #""shapes": [{"ty": "gr", "it": [\#(items), \#(transform)]}]}"#
  }

  static let fill = #"{"ty": "fl", "c": {"a": 0, "k": [1, 0.2, 0, 1]}, "o": {"a": 0, "k": 100}}"#
  static let rectangle =
    #"{"ty": "rc", "nm": "Box", "p": {"a": 0, "k": [32, 32]}, "s": {"a": 0, "k": [36, 24]}, "r": {"a": 0, "k": 0}}"#
  static let ellipse = #"{"ty": "el", "p": {"a": 0, "k": [40, 32]}, "s": {"a": 0, "k": [30, 30]}}"#

  /// The document after the rewriting.
  var root: JSONValue { get throws { try JSONTree(after).root } }

  /// All string `ty` of the document after the rewriting, in its order.
  var types: [String] {
    get throws { try JSONTree(after).objects(withString: "ty", inside: 0).compactMap { $0.string("ty") } }
  }

  var findings: [String] { log.diagnostics.map { "\($0.rule.id) \($0.path.location): \($0.message)" } }

  /// Largest mean difference of a channel in any frame.
  var difference: Double {
    get throws {
      let (old, new) = (try frames(before), try frames(after))
      guard old.count == new.count else { return 256 }
      return zip(old, new).reduce(0) { max($0, PixelDifference($1.0, $1.1).mean) }
    }
  }

  /// Whether some frame shows anything.
  var isPainted: Bool { get throws { try frames(before).contains { $0.pixels.contains { $0 != 0 } } } }

  private func frames(_ document: [UInt8]) throws -> [Pixmap] {
    var log = DiagnosticLog()
    let source = try LottieSource(bytes: document, fidelity: fidelity)
    return renderedFrames(try source.timeline(source.info.nativeSampling, log: &log))
  }
}
