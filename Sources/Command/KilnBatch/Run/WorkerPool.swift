internal import Kiln
internal import KilnDiagnostics
internal import KilnReports

internal import KilnPlatform

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Worker processes with the limits of a batch.
///
/// One thread waits on the pipes of all of them. A job whose worker crashes, hangs or takes too much memory has failed; the
/// worker is replaced, and no other job is concerned.
final class WorkerPool {
  /// A worker with its current job.
  final class WorkerSlot {
    fileprivate var worker: WorkerProcess?
    fileprivate(set) var job: BatchJob?
    fileprivate var start = ContinuousClock.now
    /// Whether the system lets it have no worker.
    fileprivate(set) var isGivenUp = false
  }

  /// A job that has ended, and how.
  struct EndedJob {
    var job: BatchJob
    var answer: WorkerAnswer
  }

  /// Interval between checks of time and memory, in milliseconds.
  private static let interval: Int32 = 50

  let slots: [WorkerSlot]
  private let settings: BatchRunner.Settings
  private let setup: [UInt8]
  private let environment: [String]
  private var lastLook = ContinuousClock.now

  /// A number of workers, which are started when there are jobs for them.
  ///
  /// - Throws: `internal.error` if the setup cannot be encoded.
  init(_ settings: BatchRunner.Settings, _ setup: WorkerSetup, count: Int) throws(Diagnostic) {
    self.settings = settings
    self.setup = try WorkerProtocol.line(setup)
    // Workers that crash must not spend seconds on a backtrace that nobody sees.
    environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
      .map { "\($0.key)=\($0.value)" }.sorted()
    slots = (0..<count).map { _ in WorkerSlot() }
  }

  /// Inputs that are being worked on.
  var inputs: [String] { slots.compactMap { $0.job?.input } }

  // MARK: - Starting and ending

  /// Gives a job to a slot, which gets a worker if it has none. False if the system allows no more workers than there are.
  ///
  /// - Throws: `batch.worker.start` if there is no worker at all.
  func start(_ job: BatchJob, in slot: WorkerSlot) throws(Diagnostic) -> Bool {
    let line = try WorkerProtocol.line(job)
    slot.job = job
    slot.start = .now
    if let worker = slot.worker, worker.send(line) { return true }
    // An idle worker that is gone says nothing about this file.
    slot.worker?.end()
    do throws(Diagnostic) {
      let worker = try WorkerProcess(
        executable: settings.executable, arguments: settings.arguments, environment: environment)
      slot.worker = worker
      // If this fails, reading its answer fails, too.
      _ = worker.send(setup) && worker.send(line)
      return true
    } catch {
      // With fewer workers it takes longer.
      guard slots.contains(where: { $0.worker != nil }) else { throw error }
      (slot.isGivenUp, slot.job, slot.worker) = (true, nil, nil)
      return false
    }
  }

  /// Ends all workers; of files that they were at nothing is left.
  func endAll() {
    for slot in slots { stop(slot) }
  }

  private func stop(_ slot: WorkerSlot) {
    slot.worker?.end()
    slot.worker = nil
    if let job = slot.job { removePartialFiles(of: job) }
  }

  private func removePartialFiles(of job: BatchJob) {
    if job.isConversion { Files.removePartialFiles(of: job.output) }
  }

  // MARK: - Answers

  /// Waits for a moment until workers have something to say. Returns the slots of those that have.
  func waitForAnswers() -> [WorkerSlot] {
    let busy = slots.filter { $0.job != nil && $0.worker != nil }
    var descriptors = busy.compactMap { $0.worker.map { pollfd(fd: $0.output, events: Int16(POLLIN), revents: 0) } }
    guard poll(&descriptors, nfds_t(descriptors.count), Self.interval) > 0 else { return [] }
    return zip(busy, descriptors).filter { $1.revents != 0 }.map(\.0)
  }

  /// The end of the job that a slot is at, if its worker has said it; the slot is free then.
  func receive(in slot: WorkerSlot) -> EndedJob? { answer(in: slot).flatMap { end($0, in: slot) } }

  /// The answer that a worker has sent, or what its end says; nil if it is not complete.
  private func answer(in slot: WorkerSlot) -> WorkerAnswer? {
    guard let worker = slot.worker, let job = slot.job else { return nil }
    switch worker.receive() {
    case .nothing: return nil
    case .line(let line):
      if let answer = try? JSONDecoder().decode(WorkerAnswer.self, from: Data(line)) {
        if answer.endsWorker || isLarge(worker) { retire(slot) }
        return answer
      }
      retire(slot)
      return failure(
        of: job, .batchWorkerCrashed, "the worker process answered with what is no result",
        advice: "report it with the file")
    case .end:
      let ending = worker.waitForEnd()
      slot.worker = nil
      removePartialFiles(of: job)
      let words = ending.map(\.words) ?? "it is not known why"
      guard ending != .code(71) else { return refused(job) }
      var answer = failure(
        of: job, .batchWorkerCrashed, "the worker process crashed (\(words))",
        advice: ending == .signal(SIGKILL) ? "choose a smaller -j or --memory" : "report it with the file")
      // Schedulers end all processes of a job at once: the file is not to blame, and the next run tries it again.
      if ending?.isFromOutside == true { answer.isRepeatable = false }
      return answer
    }
  }

  /// The failure of a job whose worker the system lets have too little.
  private func refused(_ job: BatchJob) -> WorkerAnswer {
    var answer = failure(
      of: job, .batchWorkerStart, "the system refuses the worker process threads, memory or open files",
      advice: "choose a smaller -j, or raise the limits on processes, memory and open files")
    answer.isRepeatable = false
    return answer
  }

  private func retire(_ slot: WorkerSlot) {
    slot.worker?.end()
    slot.worker = nil
  }

  /// Memory that a worker keeps from one file must not count against the next.
  private func isLarge(_ worker: WorkerProcess) -> Bool {
    settings.fileMemory.map { worker.residentBytes > $0 / 4 } ?? false
  }

  private func end(_ answer: WorkerAnswer, in slot: WorkerSlot) -> EndedJob? {
    guard let job = slot.job else { return nil }
    slot.job = nil
    var answer = answer
    answer.result.milliseconds = Int(((ContinuousClock.now - slot.start) / .milliseconds(1)).rounded())
    return EndedJob(job: job, answer: answer)
  }

  // MARK: - Limits

  /// The ends of jobs that take too long or too much memory, whose workers are ended; none if the last look was a moment ago.
  func exceededLimits() -> [EndedJob] {
    guard ContinuousClock.now - lastLook >= .milliseconds(Self.interval) else { return [] }
    lastLook = .now
    return slots.compactMap { slot in exceededLimit(of: slot).flatMap { end($0, in: slot) } }
  }

  private func exceededLimit(of slot: WorkerSlot) -> WorkerAnswer? {
    guard let worker = slot.worker, let job = slot.job else { return nil }
    if let limit = settings.fileTimeout, ContinuousClock.now - slot.start > limit {
      stop(slot)
      let seconds = (limit / .seconds(1)).shortDescription
      return failure(
        of: job, .batchWorkerTimeout, "it took longer than \(seconds) s and was ended",
        advice: "raise \(Limit.time.option)" + Self.adviceForLessWork(job))
    }
    if let limit = settings.fileMemory, worker.takes(moreThan: limit) {
      stop(slot)
      return failure(
        of: job, .batchWorkerMemory, "it took more than \(ByteCount(limit)) of memory and was ended",
        advice: "raise \(Limit.memory.option)" + Self.adviceForLessWork(job))
    }
    return nil
  }

  /// Further advice for a job that exceeds its time or memory limit.
  private static func adviceForLessWork(_ job: BatchJob) -> String {
    job.isConversion
      ? ", or choose a smaller --scale or a part with --frames" : ", or leave out pictures with --no-render"
  }

  private func failure(of job: BatchJob, _ rule: Rule, _ message: String, advice: String) -> WorkerAnswer {
    var result = BatchResult(.failed, of: job)
    result.setError(Diagnostic(rule, message, advice: advice))
    return WorkerAnswer(lost: result)
  }
}
