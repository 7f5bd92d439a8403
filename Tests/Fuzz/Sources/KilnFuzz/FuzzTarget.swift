internal import Foundation
internal import Kiln
internal import KilnDiagnostics

/// What is fuzzed: a reader of bytes, or a property that holds for whatever is made of them.
///
/// A target fails by a trap, by a finding of a sanitizer, or by `fail` when a property does not hold. Errors that are
/// `Diagnostic`s are right.
enum FuzzTarget: String, CaseIterable {
  case json, lottie, dotlottie, tgs, svga1, svga2, images, fonts, zip, timeline, expressions, validation
  case pictureRoundTrip = "picture-round-trip"
  case conversions

  /// The target that the environment names.
  static let chosen = ProcessInfo.processInfo.environment["KILN_FUZZ_TARGET"].flatMap(FuzzTarget.init)

  /// Structure of the input, which its mutator keeps.
  var structure: InputStructure {
    switch self {
    case .json, .lottie, .timeline: .json
    case .dotlottie, .zip, .svga1: .zip
    case .tgs, .svga2: .deflated
    case .conversions: .prefixed(.json)
    case .validation: .anyAnimation
    case .images, .fonts, .expressions, .pictureRoundTrip: .bytes
    }
  }

  /// Runs an input once.
  func run(_ bytes: [UInt8]) {
    switch self {
    case .json: JSONTarget.run(bytes)
    case .lottie, .dotlottie, .tgs: AnimationTarget.run(bytes, as: .lottie)
    case .svga1, .svga2: AnimationTarget.run(bytes, as: .svga)
    case .timeline: AnimationTarget.run(bytes, as: .timeline)
    case .images: ImageTarget.run(bytes)
    case .fonts: FontTarget.run(bytes)
    case .zip: ZipTarget.run(bytes)
    case .expressions: ExpressionTarget.run(bytes)
    case .validation: ValidationTarget.run(bytes)
    case .pictureRoundTrip: PictureRoundTripTarget.run(bytes)
    case .conversions: ConversionTarget.run(bytes)
    }
  }

  /// What some work results in; nil for an error, which must not be one of Kiln's own.
  static func attempt<Result>(_ work: () throws(Diagnostic) -> Result) -> Result? {
    do throws(Diagnostic) {
      return try work()
    } catch {
      guard error.rule.fault != .bug else { fail("Kiln says that it is at fault: \(error)") }
      return nil
    }
  }

  /// Ends the process because a property does not hold: libFuzzer takes a trap for a finding.
  static func fail(_ message: String) -> Never { fatalError("PROPERTY \(message)") }
}

extension Limits {
  /// The limits for strangers' files, lowered so that an input takes less than a second with sanitizers.
  static let fuzzing: Limits = {
    var limits = Limits.untrusted
    let lowered: [Limit: Int] = [
      .inputBytes: 4 << 20, .inflatedBytes: 4 << 20, .assetBytes: 4 << 20, .outputBytes: 16 << 20, .fonts: 4,
      .atlasPages: 4, .values: 200_000, .side: 2048, .pixels: 1 << 18, .decodedImageBytes: 4 << 20,
      .workingBytes: 64 << 20, .framePixels: 1 << 22, .layers: 500, .shapeItems: 2000, .keyframes: 20_000,
      .documentParts: 2000, .repeatedItems: 1000, .shapeLinks: 10_000, .letters: 1000, .letterSteps: 50_000,
      .movieParts: 20_000, .frames: 500, .frameStates: 50_000, .shapes: 10_000, .outlinePoints: 200_000,
      .expressionTime: 1,
    ]
    for (limit, value) in lowered { limits[limit] = min(value, limits[limit]) }
    return limits
  }()
}
