internal import KilnDiagnostics
internal import KilnReports

/// Passes on results as soon as they are there, and again in the order of the plan.
struct OrderedDelivery {
  /// Results that wait for one before them, by position in the plan.
  private var waiting: [Int: BatchResult] = [:]
  private var nextIndex = 0

  /// Passes on a result, and those that waited for it.
  mutating func deliver(
    _ result: BatchResult, of job: BatchJob, to observer: some BatchObserver
  ) throws(Diagnostic) {
    observer.finished(result)
    waiting[job.index] = result
    while let next = waiting.removeValue(forKey: nextIndex) {
      nextIndex += 1
      try observer.delivered(next)
    }
  }

  /// Delivers the results that wait for others that will not come.
  mutating func deliverRest(to observer: some BatchObserver) throws(Diagnostic) {
    for (_, result) in waiting.sorted(by: { $0.key < $1.key }) { try observer.delivered(result) }
    waiting = [:]
  }
}
