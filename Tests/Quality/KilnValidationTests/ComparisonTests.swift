import Kiln
import KilnComparison
import KilnDiagnostics
import KilnExporting
import KilnLottieRules
import KilnRuleEngine
import KilnSVGARules
import KilnTestSupport
import KilnTimeline
import KilnValidation
import Testing

@Suite struct ComparisonTests {
  private static let document = Array(lottie().utf8)

  /// What validation says about the result of a conversion of a document beside what it was made of.
  private static func isUnlike(
    _ format: OutputFormat, made document: [UInt8] = document, options: Conversion.Options = Conversion.Options(),
    comparedWith other: Conversion.Options? = nil, expecting wanted: [UInt8] = document
  ) throws -> Bool {
    var log = DiagnosticLog()
    let source = try AnimationFile.open(document, log: &log)
    let result = try Conversion(to: format.exporter, options: options).run(source, name: "a", log: &log)
    let expected = try AnimationFile.open(wanted, log: &log)
    let reference = ValidationSource(name: "source") { milliseconds, canvas throws(Diagnostic) in
      var log = DiagnosticLog()
      return try Conversion(to: format.exporter, options: other ?? options)
        .timeline(of: expected, at: milliseconds, canvas: canvas, log: &log)
    }
    let report = Validator().validate(try #require(result.files.first).bytes, source: reference)
    #expect(report.failure == nil, "\(report.text)")
    return report.rules.contains("output.unlikeSource")
  }

  private static func options(_ change: (inout Conversion.Options) -> Void) -> Conversion.Options {
    var options = Conversion.Options()
    change(&options)
    return options
  }

  private static let ways: [Conversion.Options] = [
    options { _ in }, options { $0.frameRate = 20 }, options { $0.isReversed = true }, options { $0.speed = 2 },
    options { $0.range = 10..<40 }, options { $0.width = 120 },
    options {
      $0.width = 90
      $0.height = 160
    },
    options { $0.background = StraightColor(red: 1, green: 1, blue: 0, alpha: 1) },
    options {
      $0.frameRate = 12
      $0.isReversed = true
      $0.speed = 0.5
    },
  ]

  @Test(arguments: ways.indices, [OutputFormat.svga, .webp])
  func resultsAreLikeTheirSourceHoweverTheyAreMade(_ way: Int, _ format: OutputFormat) throws {
    #expect(try !Self.isUnlike(format, options: Self.ways[way]))
  }

  @Test(arguments: [OutputFormat.svga, .webp, .apng])
  func anotherAnimationIsUnlike(_ format: OutputFormat) throws {
    #expect(try Self.isUnlike(format, made: Array(lottie(square(transform: still())).utf8)))
    #expect(try !Self.isUnlike(format))
  }

  @Test func otherOptionsAreUnlike() throws {
    #expect(try Self.isUnlike(.webp, comparedWith: Self.options { $0.isReversed = true }))
    #expect(
      try Self.isUnlike(
        .svga, comparedWith: Self.options { $0.background = StraightColor(red: 0, green: 0, blue: 1, alpha: 1) }))
  }

  /// Of long animations only some frames are drawn for other rules, the last one after a shorter step than others.
  @Test(arguments: [OutputFormat.svga, .webp])
  func longAnimationsAreComparedAtTheTimesOfTheirFrames(_ format: OutputFormat) throws {
    let times = #""ip":0,"op":375,"st":0"#
    let document = Array(lottie(square(transform: still(), times: times), rate: "25", end: "375").utf8)
    var options = Conversion.Options()
    options.width = 100
    #expect(try !Self.isUnlike(format, made: document, options: options, expecting: document))
  }

  /// What turns fast is a pixel further in the frame of the source that is nearest.
  @Test func ratesThatPlayersRoundAreComparedAtTheFramesThatWereMade() throws {
    let spin = #"{"a":1,"k":[{"t":0,"s":[0],"i":{"x":[1],"y":[1]},"o":{"x":[0],"y":[0]}},{"t":59,"s":[9000]}]}"#
    let bar = #"{"ty":"rc","nm":"Bar","d":1,"p":{"a":0,"k":[0,0]},"s":{"a":0,"k":[180,3]},"r":{"a":0,"k":0}}"#
    let document = Array(lottie(shapes(bar, fill, transform: still(["r": spin])), rate: "29.5").utf8)
    #expect(try !Self.isUnlike(.svga, made: document, expecting: document))
  }

  /// In another size edges that differ have another share of what is seen.
  @Test func framesAreJudgedAsVerificationJudgesThem() throws {
    func bars(_ x: String) throws -> any AnimationSource {
      let bar = #"{"ty":"rc","nm":"Bar","d":1,"p":{"a":0,"k":[\#(x),0]},"s":{"a":0,"k":[5,80]},"r":{"a":0,"k":0}}"#
      var log = DiagnosticLog()
      let document = lottie(shapes(bar, fill, transform: still()), width: "1200", height: "600")
      return try AnimationFile.open(Array(document.utf8), log: &log)
    }
    let (made, expected) = (try bars("0.5"), try bars("0.25"))
    var log = DiagnosticLog()
    let conversion = Conversion(to: OutputFormat.svga.exporter)
    let result = try conversion.run(made, name: "a", log: &log)
    let frame = try #require(try conversion.verification(of: result, from: expected).frames.first)
    let percent = Int((frame.difference.contentSimilarity * 100).rounded(.down))
    #expect(90...99 ~= percent)
    var options = ValidationOptions()
    options.values["output.unlikeSource.percent"] = 100
    let reference = ValidationSource(name: "source") { milliseconds, canvas throws(Diagnostic) in
      var log = DiagnosticLog()
      return try conversion.timeline(of: expected, at: milliseconds, canvas: canvas, log: &log)
    }
    let report = Validator(options).validate(try #require(result.files.first).bytes, source: reference)
    #expect(report.text.contains("is alike to \(percent) %"), "\(report.text)")
  }
}
