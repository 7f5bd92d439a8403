internal import Kiln
internal import KilnDiagnostics
internal import KilnLottieImport
internal import KilnTimeline

/// An animation is opened, baked and drawn in three frames.
enum AnimationTarget {
  static func run(_ bytes: [UInt8], as format: AnimationFormat?) {
    var log = DiagnosticLog()
    guard let source = open(bytes, as: format, log: &log) else { return }
    draw(source, log: &log)
  }

  /// Opens an animation as a server does that reads strangers' files.
  static func open(_ bytes: [UInt8], as format: AnimationFormat?, log: inout DiagnosticLog) -> (any AnimationSource)? {
    FuzzTarget.attempt { () throws(Diagnostic) in
      try AnimationFile.open(bytes, format: format, expressions: .interpret, limits: .fuzzing, log: &log)
    }
  }

  /// Draws the first frame, one in the middle and the last one, no wider than some pixels.
  static func draw(_ source: any AnimationSource, log: inout DiagnosticLog) {
    let (first, count) = (source.info.firstFrame, Double(source.info.frameCount))
    let times = [first, first + (count / 3).rounded(.down), first + max(0, count - 1)]
    FuzzTarget.attempt { () throws(Diagnostic) in
      let frames = try FrameRendering(source, times: times, width: 48, height: nil, limits: .fuzzing, log: &log)
      try frames.writePNGs(threads: 1) { _, _ in }
    }
  }
}
