import KilnDiagnostics
import KilnGeometry
import KilnLottieImport
import KilnTestSupport
import KilnTimeline
import Testing

/// Documents that no exporter writes: they end with a diagnostic or a timeline, soon, and never trap.
@Suite struct HostileDocumentTests {
  /// Limits under which every document ends within moments.
  private static var limits: Limits {
    var limits = Limits()
    limits.frames = 200
    limits.layers = 2000
    limits.frameStates = 20_000
    limits.repeatedItems = 5000
    limits.shapeLinks = 20_000
    limits.letters = 30_000
    limits.letterSteps = 20_000
    limits.shapes = 50_000
    limits.outlinePoints = 500_000
    return limits
  }

  private static func bake(
    _ bytes: [UInt8], fidelity: LottieFidelity = .lottieWeb
  ) throws(Diagnostic) -> Timeline {
    var log = DiagnosticLog()
    let source = try LottieSource(bytes: bytes, fidelity: fidelity, limits: limits)
    return try source.timeline(source.info.nativeSampling, log: &log)
  }

  /// Whether a document is baked. What is baked is within the limits, and what is not says why.
  private static func survives(_ bytes: [UInt8], fidelity: LottieFidelity = .lottieWeb) -> Bool {
    do throws(Diagnostic) {
      let timeline = try bake(bytes, fidelity: fidelity)
      #expect((1...limits.frames).contains(timeline.frameCount))
      #expect(timeline.sprites.allSatisfy { $0.frames.count == timeline.frameCount })
      return true
    } catch {
      #expect(!error.message.isEmpty)
      return false
    }
  }

  /// A document with the given layers and assets.
  private static func document(
    _ layers: String, assets: String = "", inPoint: String = "0", outPoint: String = "3"
  ) -> [UInt8] {
    let head = #"{"v": "5.7.0", "fr": 10, "ip": \#(inPoint), "op": \#(outPoint), "w": 20, "h": 10"#
    return Array(#"\#(head), "assets": [\#(assets)], "layers": [\#(layers)]}"#.utf8)
  }

  private static func shapes(_ items: String) -> [UInt8] {
    document(#"{"ty": 4, "ip": 0, "op": 9, "st": 0, "ks": {}, "shapes": [\#(items)]}"#)
  }

  private static let fill = #"{"ty": "fl", "c": {"k": [1, 0, 0]}}"#

  // MARK: - Damage

  /// Not named `.json`, because it is no fixture: what it bakes to shows no single behaviour.
  private static let everything = Fixture.bytes(Fixture.folder() + "/everything.lottie-json")

  @Test(arguments: 0..<8)
  func damagedBytesNeverTrap(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let structure = Array(#"{}[],:"0159-.eE tfn"#.utf8)
    var survivors = 0
    for _ in 0..<40 {
      var bytes = Self.everything
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let position = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[position] = structure.randomElement(using: &random) ?? 0
        case 1: bytes.remove(at: position)
        default: bytes.insert(structure.randomElement(using: &random) ?? 0, at: position)
        }
      }
      for fidelity in LottieFidelity.allCases where Self.survives(bytes, fidelity: fidelity) { survivors += 1 }
    }
    #expect(survivors < 40 * LottieFidelity.allCases.count)
  }

  /// Keeps the JSON whole and puts other values in place of numbers.
  @Test(arguments: 0..<8)
  func wildValuesNeverTrap(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let wild = [
      "1e308", "-1e308", "1e400", "-1", "0", "1e-320", "0.5", "2147483648", "null", "[]", "{}", "\"x\"", "[[0]]",
    ]
    let text = String(decoding: Self.everything, as: UTF8.self)
    let parts = text.split(omittingEmptySubsequences: false) { $0 == " " }
    var survivors = 0
    let numbers = parts.indices.filter { parts[$0].first.map { "0123456789-[".contains($0) } ?? false }
    for _ in 0..<25 {
      var parts = parts.map(String.init)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        guard let index = numbers.randomElement(using: &random) else { continue }
        let digits = parts[index].prefix { $0 == "[" } + ""
        let rest = parts[index].dropFirst(digits.count).drop { "0123456789-.".contains($0) }
        parts[index] = digits + (wild.randomElement(using: &random) ?? "0") + rest
      }
      if Self.survives(Array(parts.joined(separator: " ").utf8)) { survivors += 1 }
    }
    // Otherwise the test would only reach the parser.
    #expect(survivors > 5)
  }

  @Test func truncatedBytesAreRefused() {
    for count in stride(from: 0, to: Self.everything.count - 2, by: 7) {
      #expect(throws: Diagnostic.self) { try Self.bake(Array(Self.everything.prefix(count))) }
    }
  }

  @Test func theDocumentThatIsDamagedIsGood() throws {
    #expect(try Self.bake(Self.everything).sprites.count > 3)
  }

  // MARK: - Expansion

  private static func composition(_ id: String, refersTo other: String, times count: Int) -> String {
    let layer = #"{"ty": 0, "refId": "\#(other)", "ip": 0, "op": 9, "st": 0, "w": 20, "h": 10, "ks": {}}"#
    return #"{"id": "\#(id)", "layers": [\#(Array(repeating: layer, count: count).joined(separator: ","))]}"#
  }

  private static let reference = #"{"ty": 0, "refId": "0", "ip": 0, "op": 9, "st": 0, "w": 20, "h": 10, "ks": {}}"#

  @Test func compositionInsideItselfIsRefused() {
    let bytes = Self.document(Self.reference, assets: Self.composition("0", refersTo: "0", times: 1))
    #expect(thrownRule { () throws(Diagnostic) in try Self.bake(bytes) } == .limitExceeded)
  }

  @Test func exponentialExpansionIsRefused() {
    let assets = (0..<40).map { Self.composition("\($0)", refersTo: "\($0 + 1)", times: 10) }
    let bytes = Self.document(Self.reference, assets: assets.joined(separator: ","))
    #expect(thrownRule { () throws(Diagnostic) in try Self.bake(bytes) } == .limitExceeded)
  }

  @Test func manyStylesOverManyPathsAreRefused() {
    let path = #"{"ty": "el", "p": {"k": [0, 0]}, "s": {"k": [1, 1]}}"#
    let items = Array(repeating: path, count: 200) + Array(repeating: Self.fill, count: 200)
    let rule = thrownRule { () throws(Diagnostic) in try Self.bake(Self.shapes(items.joined(separator: ","))) }
    #expect(rule == .limitExceeded)
  }

  @Test func starsOfManyPointsAreRefusedWhenThereAreTooManyPoints() {
    let star = #"{"ty": "sr", "sy": 1, "pt": {"k": 1e9}, "or": {"k": 5}, "ir": {"k": 3}}"#
    let items = Array(repeating: star, count: 40) + [Self.fill]
    let rule = thrownRule { () throws(Diagnostic) in try Self.bake(Self.shapes(items.joined(separator: ","))) }
    #expect(rule == .limitExceeded)
  }

  private static let dot = #"{"ty": "el", "s": {"k": [1, 1]}}"#

  private static func repeater(copies: String) -> String {
    #"{"ty": "rp", "c": {"k": \#(copies)}, "tr": {"p": {"k": [1, 0]}}}"#
  }

  @Test(arguments: [
    [repeater(copies: "1e9")],
    // One after the other each repeats what those above make.
    Array(repeating: repeater(copies: "10"), count: 8),
    Array(repeating: repeater(copies: "1"), count: 200),
    Array(repeating: repeater(copies: "0"), count: 5000),
  ])
  func manyCopiesAreRefused(repeaters: [String]) {
    let items = ([Self.dot] + repeaters + [Self.fill]).joined(separator: ",")
    #expect(thrownRule { () throws(Diagnostic) in try Self.bake(Self.shapes(items)) } == .limitExceeded)
  }

  @Test func copiesInsideCopiesAreRefused() {
    let open = String(repeating: #"{"ty": "gr", "it": ["#, count: 6)
    let close = String(repeating: "]}, " + Self.repeater(copies: "20"), count: 6)
    let bytes = Self.shapes(open + Self.dot + close + ", " + Self.fill)
    #expect(thrownRule { () throws(Diagnostic) in try Self.bake(bytes) } == .limitExceeded)
  }

  /// What counts for a layer alone, a document has in every layer.
  @Test(arguments: [
    (
      #"{"ty": 4, "nm": "N", "ip": 0, "op": 9, "st": 0, "ks": {}, "shapes": [DOT, FILL, RP]}"#, 30,
      "all repeaters make is 5001"
    ),
    (#"{"ty": 4, "nm": "N", "ip": 0, "op": 9, "st": 0, "ks": {}, "shapes": [GROUPS]}"#, 10, "shape items work on is 2"),
    (
      #"{"ty": 5, "nm": "N", "ip": 0, "op": 9, "st": 0, "ks": {}, "t": {"d": {"k": [{"t": 0, "s": {"f": "F", "t": "LETTERS", "s": 10, "fc": [0, 0, 0]}}]}, "p": {}, "m": {"g": 1, "a": {"k": [0, 0]}}, "a": []}}"#,
      20, "steps that the letters of all texts take is 2"
    ),
  ])
  func limitsCountForTheDocument(layer: String, count: Int, words: String) throws {
    let groups = (Array(repeating: Self.dot, count: 50) + Array(repeating: Self.fill, count: 50)).joined(separator: ",")
    let layer = layer.replacing("DOT", with: Self.dot).replacing("FILL", with: Self.fill)
      .replacing("RP", with: Self.repeater(copies: "100")).replacing("GROUPS", with: groups)
      .replacing("LETTERS", with: String(repeating: "A", count: 2000))
    func document(_ count: Int) -> [UInt8] {
      let json = Self.document(Array(repeating: layer, count: count).joined(separator: ","))
      return Array(
        String(decoding: json, as: UTF8.self).replacing(
          #""layers""#, with: "\(Self.font.replacing("N}", with: "75}")), \"layers\""
        ).utf8)
    }
    // One of them alone is fine.
    _ = try Self.bake(document(1))
    let finding = thrown { () throws(Diagnostic) in try Self.bake(document(count)) }
    #expect(
      finding?.rule == .limitExceeded && finding?.message.contains(words) == true, "\(finding?.message ?? "none")")
    // With its place, and what to do.
    #expect(finding?.path.location.contains("N") == true && finding?.advice != nil)
  }

  /// Each use of a composition with expressions has items of its own.
  @Test func repeatersInManyUsesAreRefused() {
    let layer =
      #"{"ty": 4, "ip": 0, "op": 9, "st": 0, "ks": {"o": {"k": 50, "x": "$bm_rt = 10;"}}, "shapes": [\#(Self.dot), \#(Self.fill), \#(Self.repeater(copies: "100"))]}"#
    let use = #"{"ty": 0, "refId": "c", "w": 20, "h": 10, "ip": 0, "op": 9, "st": 0, "ks": {}}"#
    let document = Self.document(
      Array(repeating: use, count: 60).joined(separator: ","), assets: #"{"id": "c", "layers": [\#(layer)]}"#)
    #expect(thrownRule { () throws(Diagnostic) in try Self.bake(document) } == .limitExceeded)
  }

  /// Many shapes in many frames.
  @Test func movingCopiesAreRefused() {
    let repeater = Self.repeater(copies: "500").replacing(
      #""tr": {"#, with: #""tr": {"r": {"a": 1, "k": [{"t": 0, "s": [0]}, {"t": 200, "s": [90]}]}, "#)
    let layer =
      #"{"ty": 4, "ip": 0, "op": 200, "st": 0, "ks": {}, "shapes": [{"ty": "gr", "it": [\#(Self.dot), \#(Self.fill)]}, \#(repeater)]}"#
    let document = Self.document(layer, outPoint: "150")
    #expect(thrownRule { () throws(Diagnostic) in try Self.bake(document) } == .limitExceeded)
  }

  @Test func repeatersOfNothingAreNoWork() throws {
    #expect(try Self.bake(Self.shapes(Self.repeater(copies: "1e9"))).sprites.isEmpty)
  }

  @Test(arguments: [
    #"{"ty": "zz", "s": {"k": 1}, "r": {"k": 1e9}}"#, #"{"ty": "op", "a": {"k": 1}, "lj": 2}"#,
    #"{"ty": "rd", "r": {"k": 1e-30}}"#,
  ])
  func modifiersOfModifiersAreRefusedWhenThereAreTooManyPoints(modifier: String) {
    let square = #"{"ty": "sh", "ks": {"k": {"v": [[0, 0], [9, 0], [9, 9]], "i": [], "o": [], "c": true}}}"#
    let items = [square] + Array(repeating: modifier, count: 25) + [Self.fill]
    let rule = thrownRule { () throws(Diagnostic) in try Self.bake(Self.shapes(items.joined(separator: ","))) }
    #expect(rule == .limitExceeded)
  }

  @Test func mergesOfManyMergesAreRefused() {
    let items = [Self.dot] + Array(repeating: #"{"ty": "mm", "mm": 2}"#, count: 5000) + [Self.fill]
    let bytes = Self.shapes(items.joined(separator: ","))
    #expect(thrownRule { () throws(Diagnostic) in try Self.bake(bytes, fidelity: .afterEffects) } == .limitExceeded)
  }

  /// Linked trims, copies and merges inside each other: nothing is evaluated for ever.
  @Test func mergesInsideMergesEnd() throws {
    let trim = #"{"ty": "tm", "s": {"k": 0}, "e": {"k": 90}, "o": {"k": 0}, "m": 2}"#
    let pair = [Self.dot, Self.dot, trim]
    let level = pair + [Self.repeater(copies: "2"), #"{"ty": "mm", "mm": 5}"#]
    let items = Array(repeating: level, count: 5).flatMap { $0 } + pair + [Self.fill]
    #expect(try Self.bake(Self.shapes(items.joined(separator: ",")), fidelity: .afterEffects).sprites.count == 1)
  }

  @Test func manyLayersTimesManyFramesAreRefused() {
    let layer = #"{"ty": 4, "ip": 0, "op": 999, "st": 0, "ks": {}, "shapes": []}"#
    let layers = Array(repeating: layer, count: 500).joined(separator: ",")
    let bytes = Self.document(layers, outPoint: "100")
    #expect(thrownRule { () throws(Diagnostic) in try Self.bake(bytes) } == .limitExceeded)
  }

  @Test func deepGroupsAreBakedOrRefused() throws {
    func nested(_ depth: Int) -> [UInt8] {
      let open = String(repeating: #"{"ty": "gr", "it": ["#, count: depth)
      let close = String(repeating: #", {"ty": "tr", "r": {"k": 1}}]}"#, count: depth)
      return Self.shapes(open + #"{"ty": "el", "s": {"k": [2, 2]}}, \#(Self.fill)"# + close)
    }
    #expect(try Self.bake(nested(100)).sprites.count == 1)
    #expect(thrownRule { () throws(Diagnostic) in try Self.bake(nested(2000)) } == .limitExceeded)
  }

  @Test func longParentChainsEnd() throws {
    let layers = (0..<1500).map {
      #"{"ty": 3, "ind": \#($0), \#($0 < 1499 ? #""parent": \#($0 + 1), "# : "")"ks": {"p": {"k": [1, 0]}}}"#
    }
    let box = #"{"ty": 1, "ind": -1, "parent": 0, "ip": 0, "op": 9, "st": 0, "sw": 4, "sh": 4, "ks": {}}"#
    let timeline = try Self.bake(Self.document((layers + [box]).joined(separator: ",")))
    #expect(timeline.sprites.first?.frames[0].transform.tx == 1500)
  }

  // MARK: - Numbers

  @Test(arguments: [("0", "1e12"), ("-1e308", "1e308"), ("0", "1e400"), ("5", "5"), ("9", "2")])
  func framesBeyondReasonAreRefused(inPoint: String, outPoint: String) {
    #expect(throws: Diagnostic.self) {
      try Self.bake(Self.document("", inPoint: inPoint, outPoint: outPoint))
    }
  }

  @Test(arguments: ["1e308", "-1e308", "1e400", "-5", "1e-300"])
  func hugeNumbersEverywhereEnd(number: String) throws {
    let items = [
      #"{"ty": "rc", "p": {"k": [N, N]}, "s": {"k": [N, N]}, "r": {"k": N}}"#,
      #"{"ty": "el", "p": {"k": [N, N]}, "s": {"k": [N, N]}}"#,
      #"{"ty": "sr", "sy": 1, "pt": {"k": N}, "or": {"k": N}, "ir": {"k": N}, "os": {"k": N}, "r": {"k": N}}"#,
      #"{"ty": "sh", "ks": {"k": {"v": [[N, N], [0, N]], "i": [[N, 0], [0, 0]], "o": [[0, N], [N, N]], "c": true}}}"#,
      #"{"ty": "tm", "m": 2, "s": {"k": 10}, "e": {"k": 60}, "o": {"k": N}}"#,
      #"{"ty": "st", "w": {"k": N}, "c": {"k": [N, 1, 1]}, "ml": N, "lj": 1, "d": [{"n": "d", "v": {"k": N}}]}"#,
      Self.fill,
    ]
    let modified = [
      items[3],
      #"{"ty": "rd", "r": {"k": N}}"#, #"{"ty": "pb", "a": {"k": N}}"#,
      #"{"ty": "zz", "s": {"k": N}, "r": {"k": 2}, "pt": {"k": 2}}"#,
      #"{"ty": "op", "a": {"k": N}, "lj": 1, "ml": {"k": N}}"#,
      #"{"ty": "rp", "c": {"k": 3}, "o": {"k": N}, "tr": {"a": {"k": [N, 1]}, "p": {"k": [N, N]}, "s": {"k": [N, N]}}}"#,
      Self.fill,
    ]
    let keys = #"[{"t": 0, "s": [N, N]}, {"t": 2, "s": [0, 0], "to": [N, N], "ti": [N, 0]}, {"t": N, "s": [N, 0]}]"#
    let transform = #"{"p": {"k": \#(keys)}, "s": {"k": [N, 1]}, "r": {"k": N}, "sk": {"k": N}, "sa": {"k": N}}"#
    let layers = [
      #"{"ty": 4, "ip": 0, "op": 9, "st": 0, "ks": {}, "shapes": [\#(items.joined(separator: ","))]}"#,
      #"{"ty": 4, "ip": 0, "op": 9, "st": 0, "ks": {}, "shapes": [\#(modified.joined(separator: ","))]}"#,
      #"{"ty": 1, "ip": 0, "op": 9, "st": 0, "ks": \#(transform), "sw": N, "sh": N}"#,
      #"{"ty": 0, "refId": "c", "ip": 0, "op": 9, "st": N, "sr": N, "w": N, "h": N, "ks": \#(transform)}"#,
    ]
    let asset = #"{"id": "c", "layers": [\#(layers[2])]}"#
    let text = String(decoding: Self.document(layers.joined(separator: ","), assets: asset), as: UTF8.self)
    let parts = text.split(separator: "N", omittingEmptySubsequences: false)
    let timeline = try Self.bake(Array(parts.joined(separator: number).utf8))
    #expect(timeline.frameCount == 3)
    #expect(!timeline.dump.isEmpty)
  }

  // MARK: - Text

  private static let font = """
    "fonts": {"list": [{"fName": "F", "fFamily": "F", "fStyle": "R", "ascent": N}]}, "chars": [{"ch": "A", "w": 50, \
    "style": "R", "fFamily": "F", "data": {"shapes": [{"ty": "gr", "it": [{"ty": "el", "s": {"k": [9, 9]}}]}]}}]
    """

  private static func text(
    _ document: String, _ more: String = #""p": {}"#, number: String = "1"
  ) -> [UInt8] {
    let path =
      #"{"v": [[0, 0], [N, 0], [N, 9]], "i": [[0, 0], [0, N], [0, 0]], "o": [[0, 0], [0, 0], [0, N]], "c": true}"#
    let masks = #""hasMask": true, "masksProperties": [{"mode": "n", "pt": {"k": \#(path)}}]"#
    let text = #"{"d": {"k": [{"t": 0, "s": {"f": "F", \#(document)}}]}, \#(more)}"#
    let layer = #"{"ty": 5, "ip": 0, "op": 9, "st": 0, "ks": {}, \#(masks), "t": \#(text)}"#
    let json = #"{"v": "5.7.0", "fr": 10, "op": 3, "w": 20, "h": 10, \#(font), "layers": [\#(layer)]}"#
    return Array(json.split(separator: "N", omittingEmptySubsequences: false).joined(separator: number).utf8)
  }

  @Test(arguments: ["1e308", "-1e308", "1e400", "-5", "1e-300", "0"])
  func hugeNumbersInTextEnd(number: String) throws {
    let looks = #""t": "AAA A\rAA", "s": N, "lh": N, "tr": N, "ls": N, "sc": [N, N, N], "sw": N, "fc": [N, N, N]"#
    let selector = #"{"b": 1, "sh": 2, "s": {"k": N}, "e": {"k": N}, "o": {"k": N}, "sm": {"k": N}, "ne": {"k": N}}"#
    let changes = #"{"t": {"k": N}, "p": {"k": [N, N]}, "s": {"k": [N, N]}, "fh": {"k": N}, "fs": {"k": N}}"#
    let more = #""m": {"g": 2, "a": {"k": [N, N]}}, "a": [{"s": \#(selector), "a": \#(changes)}]"#
    for path in [#""p": {}"#, #""p": {"m": 0, "f": {"k": N}, "p": {"k": 1}}"#, #""p": {"m": 0, "a": {"k": 1}}"#] {
      for box in ["", #", "sz": [N, N], "ps": [N, N], "j": 2"#] {
        let timeline = try Self.bake(Self.text(looks + box, "\(path), \(more)", number: number))
        #expect(timeline.frameCount == 3)
      }
    }
  }

  @Test(arguments: ["1e18", "-1e18", "1e300", "3"])
  func textFarAlongAClosedPathEnds(margin: String) throws {
    let timeline = try Self.bake(
      Self.text(#""t": "AAA", "s": 10, "fc": [0, 0, 0]"#, #""p": {"m": 0, "f": {"k": \#(margin)}, "p": {"k": 1}}"#))
    #expect(timeline.shapeLists.first?.shapes.count == 3)
  }

  @Test func textInABoxWithoutWidthEnds() throws {
    let text = String(repeating: "AA ", count: 1500)
    let timeline = try Self.bake(Self.text(#""t": "\#(text)", "s": 10, "fc": [0, 0, 0], "sz": [0, 0]"#))
    #expect(timeline.shapeLists.first?.shapes.count == 3000)
  }

  @Test func manyLettersThatMoveAreRefused() {
    let text = String(repeating: "A", count: 20_000)
    let moves =
      #""a": [{"s": {"b": 1, "s": {"k": [{"t": 0, "s": [0]}, {"t": 2, "s": [9]}]}}, "a": {"p": {"k": [1, 1]}}}]"#
    let rule = thrownRule { () throws(Diagnostic) in
      try Self.bake(Self.text(#""t": "\#(text)", "s": 10, "fc": [0, 0, 0]"#, moves))
    }
    #expect(rule == .limitExceeded)
  }

  /// Each puts a group around the masks before it, which would end the stack.
  @Test(arguments: [256, 257, 20_000]) func nestedMasksAreLimited(count: Int) {
    let mask = #"{"mode": "i", "pt": {"k": {"v": [[0, 0], [9, 0], [9, 9]], "i": [], "o": [], "c": true}}}"#
    let masks = Array(repeating: mask, count: count).joined(separator: ",")
    let bytes = Self.document(
      #"{"ty": 1, "ip": 0, "op": 9, "st": 0, "sw": 9, "sh": 9, "ks": {}, "hasMask": true, "masksProperties": [\#(masks)]}"#
    )
    let rule = thrownRule { () throws(Diagnostic) in try Self.bake(bytes) }
    #expect(rule == (count > 256 ? .limitExceeded : nil))
  }
}
