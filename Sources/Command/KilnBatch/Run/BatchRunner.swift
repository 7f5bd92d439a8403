package import KilnDiagnostics
internal import Kiln
internal import KilnReports

internal import KilnPlatform

/// Runs the jobs of a plan in worker processes, each of which works on many files.
package struct BatchRunner {
  /// Why a batch ended.
  package enum Outcome: Sendable, Hashable { case finished, stoppedByFailures, stoppedByFullDisk, interrupted }

  private let plan: BatchPlan
  private let settings: Settings
  private let state: BatchState?

  /// A runner for a plan.
  ///
  /// - Parameter state: State of earlier runs; nil to run all jobs and to store nothing.
  package init(_ plan: BatchPlan, _ settings: Settings, state: BatchState? = nil) {
    self.plan = plan
    self.settings = settings
    self.state = state
  }

  /// Results of earlier runs, which may be replaced, for a run without a record of its own.
  package var earlierResults: EarlierResults?

  /// Runs the jobs whose results do not hold, and passes on the results of all in the order of the plan.
  ///
  /// - Throws: `batch.worker.start` if no worker can be started, and what the observer throws.
  package func run(_ observer: some BatchObserver) throws(Diagnostic) -> Outcome {
    // A worker that has ended is seen by the failed write.
    signal(SIGPIPE, SIG_IGN)
    var jobs: [BatchJob] = []
    var known: [(job: BatchJob, result: BatchResult)] = []
    var withoutPoster: [Int: BatchResult] = [:]
    for (job, result) in zip(plan.jobs, knownResults()) {
      guard let result else {
        jobs.append(job)
        continue
      }
      guard settings.makesPosters, result.status == .upToDate else {
        known.append((job, result))
        continue
      }
      var job = job
      job.wantsPosterOnly = true
      jobs.append(job)
      withoutPoster[job.index] = result
    }
    let count = max(1, min(settings.workers, jobs.count))
    let pool = try WorkerPool(settings, setup(workers: count, jobs: jobs.count), count: count)
    var run = Run(
      settings: settings, state: state, earlierResults: earlierResults, pool: pool, observer: observer, jobs: jobs[...],
      withoutPoster: withoutPoster)
    do throws(Diagnostic) {
      for (job, result) in known { try run.pass(result, of: job) }
      let outcome = try run.loop()
      pool.endAll()
      try run.delivery.deliverRest(to: observer)
      return outcome
    } catch {
      pool.endAll()
      throw error
    }
  }

  /// The results of jobs that need not be done, by position.
  private func knownResults() -> [BatchResult?] {
    guard let state, !settings.isForced else { return plan.jobs.map { _ in nil } }
    return UpToDateCheck(state: state, settings: settings, fonts: InstalledFonts()).results(of: plan.jobs)
  }

  /// With fewer files than workers each conversion gets several threads.
  private func setup(workers: Int, jobs: Int) -> WorkerSetup {
    let threads = jobs >= settings.workers ? 1 : settings.workers / workers
    var setup = WorkerSetup(
      plan.work, optionLists: plan.optionLists, threads: max(1, threads), makesPosters: settings.makesPosters)
    setup.isConfined = plan.isConfined
    return setup
  }
}

/// State of a running batch.
private struct Run<Observer: BatchObserver> {
  let settings: BatchRunner.Settings
  let state: BatchState?
  let earlierResults: EarlierResults?
  let pool: WorkerPool
  let observer: Observer
  /// Jobs that are not begun.
  var jobs: ArraySlice<BatchJob>
  /// Results that hold and get a poster, by position in the plan.
  var withoutPoster: [Int: BatchResult]
  var delivery = OrderedDelivery()
  var failures = 0
  /// Whether an output had no room: the next would have none either.
  var diskIsFull = false

  mutating func loop() throws(Diagnostic) -> BatchRunner.Outcome {
    while true {
      if observer.isInterrupted { return .interrupted }
      for slot in pool.slots where slot.job == nil { try startNext(in: slot) }
      let inputs = pool.inputs
      guard !inputs.isEmpty else {
        return diskIsFull ? .stoppedByFullDisk : jobs.isEmpty ? .finished : .stoppedByFailures
      }
      observer.working(on: inputs)
      for slot in pool.waitForAnswers() {
        guard let ended = pool.receive(in: slot).map({ counted($0) }) else { continue }
        // While the worker is at the next file, what became of this one is written down.
        try startNext(in: slot)
        try finish(ended)
      }
      for ended in pool.exceededLimits() { try finish(counted(ended)) }
    }
  }

  /// Gives the next job to a slot, if there is one and it may begin.
  private mutating func startNext(in slot: WorkerPool.WorkerSlot) throws(Diagnostic) {
    let mayStart = !diskIsFull && settings.maximumFailures.map { failures < $0 } ?? true
    guard mayStart, !slot.isGivenUp, let job = jobs.popFirst() else { return }
    var begun = job
    if job.isConversion, !job.wantsPosterOnly {
      begun.replaces = try state?.begin(job) ?? earlierResults?.contains(job.output) ?? false
    }
    if try !pool.start(begun, in: slot) { jobs = [job] + jobs }
  }

  /// Counts a result against the conditions that end the batch. Without a poster a result is still what it is.
  private mutating func counted(_ ended: WorkerPool.EndedJob) -> WorkerPool.EndedJob {
    var ended = ended
    if var known = withoutPoster.removeValue(forKey: ended.job.index) {
      known.poster = ended.answer.result.poster
      known.sheet = ended.answer.result.sheet
      ended.answer.result = known
    }
    count(ended.answer.result)
    return ended
  }

  private mutating func count(_ result: BatchResult) {
    if observer.isFailure(result) { failures += 1 }
    if result.error?.rule == Rule.outputDiskFull.id { diskIsFull = true }
  }

  /// Stores the result of a job, and passes it on.
  private mutating func finish(_ ended: WorkerPool.EndedJob) throws(Diagnostic) {
    if !ended.job.wantsPosterOnly { try state?.end(ended.job, ended.answer, settings) }
    try delivery.deliver(ended.answer.result, of: ended.job, to: observer)
  }

  /// Passes on a result that holds.
  mutating func pass(_ result: BatchResult, of job: BatchJob) throws(Diagnostic) {
    count(result)
    try delivery.deliver(result, of: job, to: observer)
  }
}
