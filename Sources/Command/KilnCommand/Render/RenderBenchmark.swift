internal import KilnDiagnostics
internal import Kiln
internal import KilnTimeline

internal import KilnPlatform

/// `kiln render --benchmark`: draws frames into one buffer, several times over, and prints how long it took.
struct RenderBenchmark {
  let loops: Int
  /// Value of `--frames`: `all`, or a list such as `0,15,35.5`.
  let frames: String
  let every: Int
  let threads: Int
  let width: Int?
  let height: Int?

  private struct Times: Encodable {
    var median: Double
    var min: Double

    init(_ values: [Double]) {
      let sorted = values.sorted()
      median = sorted.isEmpty ? 0 : sorted[sorted.count / 2]
      min = sorted.first ?? 0
    }
  }

  private struct Report: Encodable {
    var file: String
    var width: Int
    var height: Int
    var frames: Int
    var loadMilliseconds: Double
    var cpuMillisecondsPerFrame: Times
    var wallMillisecondsPerFrame: Times
  }

  /// Draws, and returns an object with the times.
  func run(_ commandRun: inout CommandRun) throws(Diagnostic) -> CommandResult {
    let start = SystemClock.steadyTime
    let source = try commandRun.open()
    let times = try FrameList.frames(frames, every: every, source.info).map(\.time)
    let rendering = try FrameRendering(
      source, times: times, width: width, height: height, limits: commandRun.limits,
      log: &commandRun.log)
    let load = (SystemClock.steadyTime - start) * 1000
    var cpu: [Double] = []
    var wall: [Double] = []
    var buffer = FrameRendering.FrameBuffer()
    for _ in 0..<loops {
      let cpuStart = SystemClock.processTime
      let wallStart = SystemClock.steadyTime
      // A fresh renderer each time: nothing that is computed in one loop helps the next.
      try rendering.drawAll(threads: threads, into: &buffer)
      cpu.append((SystemClock.processTime - cpuStart) * 1000 / Double(times.count))
      wall.append((SystemClock.steadyTime - wallStart) * 1000 / Double(times.count))
    }
    return try CommandResult(
      json: Report(
        file: commandRun.inputName, width: rendering.width, height: rendering.height, frames: times.count,
        loadMilliseconds: load, cpuMillisecondsPerFrame: Times(cpu), wallMillisecondsPerFrame: Times(wall)))
  }
}
