import KilnDiagnostics
import KilnSVGAImport
import KilnTimeline

/// Whether there is a timeline. Limits are small, so that hostile numbers cost no time.
@discardableResult
func survives(_ bytes: [UInt8]) -> Bool {
  var limits = Limits()
  limits.frames = 1000
  limits.movieParts = 10_000
  limits.inflatedBytes = 1 << 20
  var log = DiagnosticLog()
  guard let source = try? SVGASource(bytes: bytes, limits: limits, log: &log),
    let timeline = try? source.timeline(source.info.nativeSampling, log: &log)
  else { return false }
  return !timeline.dump.isEmpty
}
