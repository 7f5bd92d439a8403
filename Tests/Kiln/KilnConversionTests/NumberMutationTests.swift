import Kiln
import KilnDiagnostics
import KilnTestSupport
import Testing

/// Files in which numbers are replaced by ones that no exporter writes: they are converted, or refused because of what
/// is in them, but never by a trap or an error of ours.
@Suite struct NumberMutationTests {
  private static let wild = [
    "1e308", "-1e308", "1e200", "-1e200", "1e-160", "1e-310", "-1e-310", "1e39", "-1e39", "1e36", "1e20", "-1e20",
    "1e9",
    "-1e9", "1e5", "1e-5", "1e-20", "-1", "0", "0.5",
  ]

  private static let files: [[UInt8]] = {
    let fixtures = Fixture.repository("Tests/Lottie/KilnLottieImportTests/Fixtures")
    let names = [
      "/everything.lottie-json", "/effects/several-work-in-order.json",
      "/effects/drop-shadow-with-a-filter-region.json",
      "/masks/outline-that-paints-nothing-enlarges-the-region.json", "/masks/negative-expansion-erodes.json",
      "/styles/gradient-stroke-with-separate-opacity-is-cut-to-the-outlines-box.json",
      "/repeaters/opacity-goes-from-the-topmost-copy-to-the-lowest.json", "/text/moving-letters-keep-their-shapes.json",
      "/time/time-remap-is-in-seconds-and-ignores-start-time.json",
    ]
    return names.map { Fixture.bytes(fixtures + $0) } + [Array(gradients.utf8)]
  }()

  /// What SVGA cannot say, so that the lowering computes most.
  private static let gradients = #"""
    {"v": "5.7.0", "fr": 10, "ip": 0, "op": 2, "w": 40, "h": 30, "layers": [
      {"ty": 4, "nm": "Linear", "ip": 0, "op": 9, "st": 0, "ks": {"o": {"k": 50}}, "tt": 1, "shapes": [
        {"ty": "rc", "p": {"k": [15, 10]}, "s": {"k": [20, 10]}, "r": {"k": 2}},
        {"ty": "gf", "o": {"k": 100}, "s": {"k": [0, 0]}, "e": {"k": [30, 10]}, "t": 1, "r": 1,
         "g": {"p": 2, "k": {"k": [0, 1, 0, 0, 1, 0, 0, 1, 0, 0.5, 1, 0.2]}}}]},
      {"ty": 4, "nm": "Matte", "ip": 0, "op": 9, "st": 0, "td": 1, "ks": {"p": {"k": [1, 2]}, "r": {"k": 20}}, "shapes": [
        {"ty": "el", "p": {"k": [15, 10]}, "s": {"k": [20, 15]}}, {"ty": "fl", "c": {"k": [1, 1, 1]}, "o": {"k": 80}}]},
      {"ty": 4, "nm": "Radial", "ip": 0, "op": 9, "st": 0, "ks": {"s": {"k": [100, 80]}, "a": {"k": [3, 3]}}, "shapes": [
        {"ty": "el", "p": {"k": [20, 15]}, "s": {"k": [24, 24]}},
        {"ty": "gf", "o": {"k": 100}, "s": {"k": [20, 15]}, "e": {"k": [30, 15]}, "t": 2, "h": {"k": 10}, "a": {"k": 5},
         "g": {"p": 2, "k": {"k": [0, 1, 0, 0, 1, 0, 0, 1]}}},
        {"ty": "st", "c": {"k": [0, 0, 1]}, "w": {"k": 3}, "lc": 2, "lj": 1, "ml": 4,
         "d": [{"n": "d", "v": {"k": 4}}, {"n": "o", "v": {"k": 1}}]}]}]}
    """#

  /// Limits under which every file ends within moments.
  private static var limits: Limits {
    var limits = Limits()
    limits.frames = 50
    limits.layers = 200
    limits.frameStates = 5000
    limits.repeatedItems = 200
    limits.outlinePoints = 20_000
    limits.pixels = 1 << 16
    limits.decodedImageBytes = 1 << 20
    return limits
  }

  @Test(arguments: 0..<30) func wildNumbersAreDrawnOrRefused(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for bytes in Self.files {
      let mutated = Self.mutated(bytes, &random)
      // A program is run for each video, so that these are for a few only.
      for format in OutputFormat.all where seed == 0 || !["mp4", "webm", "mov"].contains(format.id) {
        let failure = thrown { () throws(Diagnostic) in try Self.convert(mutated, to: format) }
        guard let failure, failure.rule.fault == .bug else { continue }
        Issue.record("\(format.id): \(failure)\n\(String(decoding: mutated, as: UTF8.self))")
      }
    }
  }

  /// A stroke that is thinner than the steps of coordinates, on a layer that is stretched ten million times.
  @Test func thinStrokesUnderAHugeScaleKeepTheRules() {
    let bytes = Array(
      #"""
      {"v": "5.7.0", "fr": 10, "ip": 0, "op": 2, "w": 40, "h": 30, "layers": [
        {"ty": 4, "ip": 0, "op": 9, "st": 0, "ks": {"s": {"k": [100, 1e9]}}, "shapes": [
          {"ty": "el", "p": {"k": [20, 15]}, "s": {"k": [24, 24]}},
          {"ty": "st", "c": {"k": [0, 0, 1]}, "w": {"k": 1e-20}}]}]}
      """#.utf8)
    for format in OutputFormat.all {
      let failure = thrown { () throws(Diagnostic) in try Self.convert(bytes, to: format) }
      #expect(failure?.rule.fault != .bug, "\(format.id): \(String(describing: failure))")
    }
  }

  private static func convert(_ bytes: [UInt8], to format: OutputFormat) throws(Diagnostic) {
    var log = DiagnosticLog()
    let source = try AnimationFile.open(bytes, limits: limits, log: &log)
    _ = try Conversion(to: format.exporter, limits: limits).run(source, name: "a", log: &log)
  }

  /// The file with up to six numbers replaced.
  private static func mutated(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var tokens = tokens(bytes)
    let numbers = tokens.indices.filter { tokens[$0].first.map { "0123456789-".utf8.contains($0) } ?? false }
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      guard let index = numbers.randomElement(using: &random) else { break }
      tokens[index] = Array((wild.randomElement(using: &random) ?? "0").utf8)[...]
    }
    return Array(tokens.joined())
  }

  /// A file's numbers, and what is between them.
  private static func tokens(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var tokens: [ArraySlice<UInt8>] = []
    var start = 0
    var isInString = false
    func isNumber(_ byte: UInt8) -> Bool { "0123456789-+.eE".utf8.contains(byte) }
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\"") { isInString.toggle() }
      guard index > start, isInString || isNumber(byte) != isNumber(bytes[index - 1]) else { continue }
      tokens.append(bytes[start..<index])
      start = index
    }
    return tokens + [bytes[start...]]
  }
}
