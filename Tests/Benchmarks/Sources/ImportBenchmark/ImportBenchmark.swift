internal import KilnDiagnostics
internal import Foundation
internal import KilnLottieImport
internal import KilnTimeline

/// How long it takes to read Lottie files and to bake all their frames.
///
///     ImportBenchmark [--loops N] [--frames N] [FILE.json…]
///
/// Prints a line a file: its name, the number of frames, and in milliseconds of CPU time the least and the median of
/// reading, of baking, and of both; at last the most memory that the process has had, in megabytes. Without a file it
/// takes a sample of its own; `--frames` bakes so many frames instead of the file's own.
@main
struct ImportBenchmark {
  private var loops = 10
  private var frameCount: Int?
  private var files: [String] = []

  static func main() throws {
    let benchmark = try ImportBenchmark(CommandLine.arguments.dropFirst())
    if benchmark.files.isEmpty { try benchmark.measure("sample", Sample.bytes) }
    for file in benchmark.files {
      try benchmark.measure((file as NSString).lastPathComponent, [UInt8](Data(contentsOf: URL(filePath: file))))
    }
  }

  private init(_ arguments: some Sequence<String>) throws {
    var arguments = arguments.makeIterator()
    while let argument = arguments.next() {
      switch argument {
      case "--loops": loops = try Self.count(arguments.next())
      case "--frames": frameCount = try Self.count(arguments.next())
      default: files.append(argument)
      }
    }
  }

  private static func count(_ text: String?) throws -> Int {
    guard let count = text.flatMap({ Int($0) }), count > 0 else { throw UsageError() }
    return count
  }

  private struct UsageError: Error, CustomStringConvertible {
    let description = "usage: ImportBenchmark [--loops N] [--frames N] [FILE.json…]"
  }

  private func measure(_ name: String, _ bytes: [UInt8]) throws {
    var reading: [Double] = []
    var baking: [Double] = []
    var frames = 0
    for _ in 0..<loops {
      var log = DiagnosticLog()
      let start = Usage.milliseconds
      let source = try LottieSource(bytes: bytes)
      let middle = Usage.milliseconds
      let timeline = try source.timeline(sampling(source.info), log: &log)
      // What was read is not freed before: the peers keep it as well.
      let end = withExtendedLifetime((source, timeline)) { Usage.milliseconds }
      reading.append(middle - start)
      baking.append(end - middle)
      frames = timeline.frameCount
    }
    let total = zip(reading, baking).map(+)
    print(
      name, "frames", frames, "read", Self.summary(reading), "bake", Self.summary(baking), "total",
      Self.summary(total), "peak", Usage.peakBytes >> 20)
  }

  private func sampling(_ info: AnimationInfo) -> FrameSampling {
    guard let frameCount else { return info.nativeSampling }
    let step = Double(info.frameCount) / Double(frameCount)
    let times = (0..<frameCount).map { info.firstFrame + Double($0) * step }
    return FrameSampling(times: times, frameRate: min(1000, info.frameRate / step))
  }

  /// The least and the median.
  private static func summary(_ times: [Double]) -> String {
    let sorted = times.sorted()
    return String(format: "%.3f %.3f", sorted[0], sorted[sorted.count / 2])
  }
}
