public import KilnDiagnostics
public import KilnDigests
internal import Kiln
public import KilnReports

internal import KilnPlatform

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Callbacks of a running batch, called on the thread that runs it.
public protocol BatchObserver: AnyObject {
  /// A result, as soon as it is there.
  func finished(_ result: BatchResult)
  /// The same results in the order of the plan.
  ///
  /// - Throws: An error that ends the batch, such as a closed output.
  func delivered(_ result: BatchResult) throws(Diagnostic)
  /// Whether a result counts among the failures after which no more files are begun.
  func isFailure(_ result: BatchResult) -> Bool
  /// Called many times a second with the inputs being worked on.
  func working(on inputs: [String])
  /// Whether the batch shall end.
  var isInterrupted: Bool { get }
}

extension BatchObserver {
  /// By default, whether the status is `failed`.
  public func isFailure(_ result: BatchResult) -> Bool { result.status == .failed }
}

/// Runs the jobs of a plan in worker processes, each of which works on many files.
///
/// One thread waits on the pipes of all workers. A file whose worker crashes, hangs or takes too much memory is a failed
/// file; the worker is replaced, and no other file is concerned.
public struct BatchRunner {
  /// Command and limits of the workers.
  public struct Settings: Sendable {
    /// Number of worker processes.
    public var workers = 1
    /// Time for one file; nil for any.
    public var fileTimeout: Duration? = .seconds(120)
    /// Resident memory of a worker in bytes; nil for any.
    public var fileMemory: Int? = 2_000_000_000
    /// Number of failed files after which no more are begun; nil for any.
    public var maximumFailures: Int?
    /// Whether results have posters.
    public var makesPosters = false
    /// Path of the program.
    public var executable: String
    /// Arguments with which the program runs as a worker.
    public var arguments: [String]
    /// Digest of options and versions, for each option list of the plan.
    public var digests: [SHA256Digest] = []
    /// Whether every file is converted, also those whose results hold.
    public var isForced = false
    /// Whether what failed is tried again although nothing has changed.
    public var retriesFailures = false

    /// Settings for a program that becomes a worker with some arguments.
    public init(executable: String, arguments: [String]) {
      self.executable = executable
      self.arguments = arguments
    }

    /// Digest of what a result depends on beside the contents of files: options, versions, paths of packed inputs, and
    /// the limits if a worker was lost.
    ///
    /// - Parameter isLost: Whether the limits of a worker have decided.
    func digest(for job: BatchJob, isLost: Bool) -> SHA256Digest? {
      guard digests.indices.contains(job.options) else { return nil }
      guard isLost || job.others != nil else { return digests[job.options] }
      var texts = [digests[job.options].description]
      if isLost {
        texts += [fileTimeout.map { "\($0 / .seconds(1))" }, fileMemory.map { "\($0)" }].map { $0 ?? "none" }
      }
      if let others = job.others { texts += ["with"] + others }
      return SHA256Digest(ofTexts: texts)
    }
  }

  /// Why a batch ended.
  public enum Outcome: Sendable, Hashable { case finished, stoppedByFailures, stoppedByFullDisk, interrupted }

  /// A job that has ended, and how.
  private struct Ended {
    var job: BatchJob
    var answer: WorkerAnswer
  }

  /// One worker and what it does.
  private final class Slot {
    var worker: WorkerProcess?
    var job: BatchJob?
    var start = ContinuousClock.now
    /// Whether the system lets it have no worker.
    var isGivenUp = false
  }

  /// Milliseconds between looks at clocks and memory.
  private static let interval: Int32 = 50

  let plan: BatchPlan
  let settings: Settings
  let state: BatchState?

  /// A runner for a plan.
  ///
  /// - Parameter state: State of earlier runs; nil to run all jobs and to store nothing.
  public init(_ plan: BatchPlan, _ settings: Settings, state: BatchState? = nil) {
    self.plan = plan
    self.settings = settings
    self.state = state
  }

  /// Runs the jobs whose results do not hold, and passes on the results of all in the order of the plan.
  ///
  /// - Throws: `batch.worker.start` if no worker can be started, and what the observer throws.
  public func run(_ observer: some BatchObserver) throws(Diagnostic) -> Outcome {
    // A worker that has ended is seen by the failed write.
    signal(SIGPIPE, SIG_IGN)
    var known = knownResults()
    var jobs: [BatchJob] = []
    var withoutPoster: [Int: BatchResult] = [:]
    for (position, job) in plan.jobs.enumerated() {
      guard let result = known[position] else {
        jobs.append(job)
        continue
      }
      guard settings.makesPosters, result.status == .upToDate else { continue }
      var job = job
      job.wantsPosterOnly = true
      jobs.append(job)
      withoutPoster[job.index] = result
      known[position] = nil
    }
    let count = max(1, min(settings.workers, jobs.count))
    var run = Run(
      settings: settings, state: state, setup: try Self.line(setup(workers: count, jobs: jobs.count)),
      environment: Self.environment, slots: (0..<count).map { _ in Slot() })
    run.withoutPoster = withoutPoster
    do throws(Diagnostic) {
      for (job, result) in zip(plan.jobs, known) {
        guard let result else { continue }
        run.count(result, observer)
        try run.deliver(result, of: job, observer)
      }
      let outcome = try loop(&run, jobs[...], observer)
      run.endAll()
      try run.deliverRest(observer)
      return outcome
    } catch {
      run.endAll()
      throw error
    }
  }

  /// The results of jobs that need not be done, by position.
  private func knownResults() -> [BatchResult?] {
    guard let state, !settings.isForced else { return plan.jobs.map { _ in nil } }
    return UpToDateCheck(state: state, settings: settings, fonts: InstalledFonts()).results(of: plan.jobs)
  }

  private func loop(
    _ run: inout Run, _ jobs: ArraySlice<BatchJob>, _ observer: some BatchObserver
  ) throws(Diagnostic) -> Outcome {
    var jobs = jobs
    var lastLook = ContinuousClock.now
    while true {
      if observer.isInterrupted { return .interrupted }
      for slot in run.slots where slot.job == nil { try run.startNext(of: &jobs, in: slot) }
      guard run.slots.contains(where: { $0.job != nil }) else {
        return run.diskIsFull ? .stoppedByFullDisk : jobs.isEmpty ? .finished : .stoppedByFailures
      }
      observer.working(on: run.slots.compactMap { $0.job?.input })
      for slot in run.waitForSlots(milliseconds: Self.interval) {
        guard let ended = try run.receive(in: slot, observer) else { continue }
        // While the worker is at the next file, what became of this one is written down.
        try run.startNext(of: &jobs, in: slot)
        try run.finish(ended, observer)
      }
      guard ContinuousClock.now - lastLook >= .milliseconds(Self.interval) else { continue }
      lastLook = .now
      for slot in run.slots {
        if let ended = run.checkLimits(of: slot, observer) { try run.finish(ended, observer) }
      }
    }
  }

  /// With fewer files than workers each conversion gets several threads.
  private func setup(workers: Int, jobs: Int) -> WorkerSetup {
    let threads = jobs >= settings.workers ? 1 : settings.workers / workers
    var setup = WorkerSetup(
      plan.work, optionLists: plan.optionLists, threads: max(1, threads), makesPosters: settings.makesPosters)
    setup.isConfined = plan.isConfined
    return setup
  }

  /// Workers that crash must not spend seconds on a backtrace that nobody sees.
  private static var environment: [String] {
    ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
      .map { "\($0.key)=\($0.value)" }.sorted()
  }

  fileprivate static func line(_ value: some Encodable) throws(Diagnostic) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
      throw Diagnostic(.internalError, "a message to a worker cannot be encoded")
    }
    return Array(data)
  }
}

extension BatchRunner {
  /// State of a running batch.
  private struct Run {
    let settings: Settings
    let state: BatchState?
    let setup: [UInt8]
    let environment: [String]
    let slots: [Slot]
    var failures = 0
    /// Whether an output had no room: the next would have none either.
    var diskIsFull = false
    /// Results that hold and get a poster, by position in the plan.
    var withoutPoster: [Int: BatchResult] = [:]
    /// Results that wait for one before them.
    private var waiting: [Int: BatchResult] = [:]
    private var nextIndex = 0

    init(settings: Settings, state: BatchState?, setup: [UInt8], environment: [String], slots: [Slot]) {
      self.settings = settings
      self.state = state
      self.setup = setup
      self.environment = environment
      self.slots = slots
    }

    /// Gives the next job to a slot, if there is one and it may begin.
    func startNext(of jobs: inout ArraySlice<BatchJob>, in slot: Slot) throws(Diagnostic) {
      let mayStart = !diskIsFull && settings.maximumFailures.map { failures < $0 } ?? true
      guard mayStart, !slot.isGivenUp, let job = jobs.popFirst() else { return }
      do throws(Diagnostic) {
        try start(job, in: slot)
      } catch {
        // With fewer workers it takes longer.
        guard error.rule == .batchWorkerStart, slots.contains(where: { $0.worker != nil }) else { throw error }
        (slot.isGivenUp, slot.job, slot.worker) = (true, nil, nil)
        jobs = [job] + jobs
      }
    }

    /// Gives a job to a slot, which gets a worker if it has none.
    private func start(_ job: BatchJob, in slot: Slot) throws(Diagnostic) {
      var job = job
      if job.isConversion, !job.wantsPosterOnly { job.replaces = try state?.begin(job) ?? false }
      let line = try BatchRunner.line(job)
      slot.job = job
      slot.start = .now
      if let worker = slot.worker, worker.send(line) { return }
      // An idle worker that is gone says nothing about this file.
      slot.worker?.end()
      let worker = try WorkerProcess(
        executable: settings.executable, arguments: settings.arguments, environment: environment)
      slot.worker = worker
      // If this fails, reading its answer fails, too.
      _ = worker.send(setup) && worker.send(line)
    }

    /// Waits until a worker has something to say, at most so long. Returns the slots of those that have.
    func waitForSlots(milliseconds: Int32) -> [Slot] {
      let busy = slots.filter { $0.job != nil && $0.worker != nil }
      var descriptors = busy.compactMap { $0.worker.map { pollfd(fd: $0.output, events: Int16(POLLIN), revents: 0) } }
      guard poll(&descriptors, nfds_t(descriptors.count), milliseconds) > 0 else { return [] }
      return zip(busy, descriptors).filter { $1.revents != 0 }.map(\.0)
    }

    /// The end of the job that a slot is at, if its worker has said it; the slot is free then.
    mutating func receive(in slot: Slot, _ observer: some BatchObserver) throws(Diagnostic) -> Ended? {
      try answer(in: slot).flatMap { end($0, in: slot, observer) }
    }

    /// The answer that a worker has sent, or what its end says; nil if it is not complete.
    private func answer(in slot: Slot) throws(Diagnostic) -> WorkerAnswer? {
      guard let worker = slot.worker, let job = slot.job else { return nil }
      switch worker.receive() {
      case .nothing: return nil
      case .line(let line):
        if let answer = try? JSONDecoder().decode(WorkerAnswer.self, from: Data(line)) {
          if answer.endsWorker {
            worker.end()
            slot.worker = nil
          } else {
            retireIfLarge(slot)
          }
          return answer
        }
        worker.end()
        slot.worker = nil
        return failure(
          of: job, .batchWorkerCrashed, "the worker process answered with what is no result",
          advice: "report it with the file")
      case .end:
        let ending = worker.waitForEnd()
        slot.worker = nil
        removePartialFiles(of: job)
        let words = ending.map(\.words) ?? "it is not known why"
        var answer = failure(
          of: job, .batchWorkerCrashed, "the worker process crashed (\(words))",
          advice: ending == .signal(SIGKILL) ? "choose a smaller -j or --file-memory" : "report it with the file")
        // Schedulers end all processes of a job at once: the file is not to blame, and the next run tries it again.
        if ending?.isFromOutside == true { answer.isRepeatable = false }
        return answer
      }
    }

    /// The end of a job that takes too long or too much memory, whose worker is ended.
    mutating func checkLimits(of slot: Slot, _ observer: some BatchObserver) -> Ended? {
      exceededLimit(of: slot).flatMap { end($0, in: slot, observer) }
    }

    private func exceededLimit(of slot: Slot) -> WorkerAnswer? {
      guard let worker = slot.worker, let job = slot.job else { return nil }
      if let limit = settings.fileTimeout, ContinuousClock.now - slot.start > limit {
        stop(slot)
        let seconds = (limit / .seconds(1)).shortDescription
        return failure(
          of: job, .batchWorkerTimeout, "it took longer than \(seconds) s and was ended",
          advice: "raise --file-timeout" + Self.lessWork(job))
      }
      if let limit = settings.fileMemory, worker.residentBytes > limit {
        stop(slot)
        return failure(
          of: job, .batchWorkerMemory, "it took more than \(ByteCount(limit)) of memory and was ended",
          advice: "raise --file-memory" + Self.lessWork(job))
      }
      return nil
    }

    /// Further advice for a job that exceeds its time or memory limit.
    private static func lessWork(_ job: BatchJob) -> String {
      job.isConversion
        ? ", or choose a smaller --scale or a part with --frames" : ", or leave out pictures with --no-render"
    }

    private mutating func end(
      _ answer: WorkerAnswer, in slot: Slot, _ observer: some BatchObserver
    ) -> Ended? {
      guard let job = slot.job else { return nil }
      slot.job = nil
      var ended = Ended(job: job, answer: answer)
      // Without a poster a result is still what it is.
      if var known = withoutPoster.removeValue(forKey: job.index) {
        known.poster = answer.result.poster
        known.sheet = answer.result.sheet
        ended.answer.result = known
      } else {
        ended.answer.result.milliseconds = Int(((ContinuousClock.now - slot.start) / .milliseconds(1)).rounded())
      }
      count(ended.answer.result, observer)
      return ended
    }

    /// Takes into account what may end the batch.
    mutating func count(_ result: BatchResult, _ observer: some BatchObserver) {
      if observer.isFailure(result) { failures += 1 }
      if result.error?.rule == Rule.outputDiskFull.id { diskIsFull = true }
    }

    /// Remembers what became of a job, and passes it on.
    mutating func finish(_ ended: Ended, _ observer: some BatchObserver) throws(Diagnostic) {
      if !ended.job.wantsPosterOnly { try state?.end(ended.job, ended.answer, settings) }
      try deliver(ended.answer.result, of: ended.job, observer)
    }

    /// Passes on a result, and those that waited for it.
    mutating func deliver(
      _ result: BatchResult, of job: BatchJob, _ observer: some BatchObserver
    ) throws(Diagnostic) {
      observer.finished(result)
      waiting[job.index] = result
      while let next = waiting.removeValue(forKey: nextIndex) {
        nextIndex += 1
        try observer.delivered(next)
      }
    }

    /// Delivers what waits for results that will not come.
    mutating func deliverRest(_ observer: some BatchObserver) throws(Diagnostic) {
      for (_, result) in waiting.sorted(by: { $0.key < $1.key }) { try observer.delivered(result) }
      waiting = [:]
    }

    /// Ends all workers; of files that they were at nothing is left.
    func endAll() {
      for slot in slots { stop(slot) }
    }

    private func stop(_ slot: Slot) {
      slot.worker?.end()
      slot.worker = nil
      if let job = slot.job { removePartialFiles(of: job) }
    }

    private func removePartialFiles(of job: BatchJob) {
      if job.isConversion { Files.removePartialFiles(of: job.output) }
    }

    /// Memory that a worker keeps from one file must not count against the next.
    private func retireIfLarge(_ slot: Slot) {
      guard let limit = settings.fileMemory, let worker = slot.worker, worker.residentBytes > limit / 4 else { return }
      worker.end()
      slot.worker = nil
    }

    private func failure(of job: BatchJob, _ rule: Rule, _ message: String, advice: String) -> WorkerAnswer {
      var result = BatchResult(.failed, of: job)
      result.setError(Diagnostic(rule, message, advice: advice))
      return WorkerAnswer(lost: result)
    }
  }
}
