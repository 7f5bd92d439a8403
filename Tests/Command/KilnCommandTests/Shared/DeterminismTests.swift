import KilnTestSupport
import Testing

/// Every run gives the same files and the same findings, with any number of threads.
///
/// The standard library hashes differently in every process, so the order of a dictionary or set that reaches an output
/// shows here.
@Suite struct DeterminismTests {
  #if DEBUG
    // A tenth of the work: `scripts/check` runs the rest, optimized.
    private static let step = 40
    private static let runs = 3
  #else
    private static let step = 7
    private static let runs = 5
  #endif

  /// Files of all kinds, and one whose letters have different names in different keyframes.
  private static let inputs: [String] = {
    let fixtures = Fixture.repository("Tests/Lottie/KilnLottieImportTests/Fixtures")
    let all = Fixture.files(in: fixtures, extension: "json")
    let some = stride(from: 0, to: all.count, by: step).map { all[$0] }
    let letters = all.filter { $0.contains("letters-are-named-by-the-first-document") }
    let samples = ["json", "svga"].flatMap { Fixture.files(in: Fixture.repository("Conversions"), extension: $0) }
      .filter { !$0.hasSuffix(".schema.json") && !$0.contains("expected") }
    return some + letters + samples.filter { $0.hasSuffix("like.svga") || step < 10 }
  }()

  private struct Output: Equatable {
    var files: [String: [UInt8]]
    var errors: String
  }

  @Test func thereAreFiles() { #expect(Self.inputs.count >= 6) }

  @Test(arguments: inputs, ["svga", "webp", "png"]) func everyRunGivesTheSameFiles(
    _ input: String, _ format: String
  ) throws {
    let first = try Self.convert(input, to: format, threads: 1)
    #expect(!first.files.isEmpty)
    for run in 1..<2 * Self.runs {
      let next = try Self.convert(input, to: format, threads: run.isMultiple(of: 2) ? 1 : 4)
      #expect(first.files == next.files, "run \(run)")
      #expect(first.errors == next.errors, "run \(run)")
    }
  }

  private static func convert(_ input: String, to format: String, threads: Int) throws -> Output {
    try Fixture.withTemporaryFolder { folder in
      // Quick settings; WebP has others.
      let effort = format == "webp" ? ["--effort", "1"] : ["-O1"]
      let arguments = [
        "convert", input, "out." + format, "--allow-empty", "--missing-images", "skip", "-j", "\(threads)",
      ]
      let result = try Command.run(arguments + effort, folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      let files = Samples.names(in: folder).map { ($0, Fixture.bytes(folder + "/" + $0)) }
      return Output(files: Dictionary(uniqueKeysWithValues: files), errors: result.errors)
    }
  }
}
