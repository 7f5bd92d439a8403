public import KilnDiagnostics
public import KilnExporting
public import KilnTimeline

extension AnimationExporter {
  /// The files of a timeline, of which no budget asks anything; what is found is thrown away.
  public func files(
    of timeline: Timeline, named name: String = "animation", threads: Int = 1, limits: Limits = Limits()
  ) throws(Diagnostic) -> [[UInt8]] {
    var context = ExportContext(name: name)
    context.threads = threads
    context.limits = limits
    var log = DiagnosticLog()
    return try export(timeline, in: context, log: &log).files.map(\.bytes)
  }
}
