internal import KilnLottieExpressions
internal import KilnPlatform

/// Watches the time and memory that calls into an engine take.
final class ScriptClock {
  /// Interval at which a running script is checked, in seconds.
  static let interval = 0.01

  private let limits: ScriptLimits
  private var callStart = 0.0
  /// Whether the time of one call is limited, too, and not only that of all calls.
  var limitsCallTime = true
  /// Nil before the first look.
  private var memoryAtStart: Int?
  /// Processor time of all calls that have ended.
  private var total = 0.0
  /// Asks the engine to have the script looked at again after the interval.
  var watchAgain: () -> Void = {}
  /// Why the script that runs is to be ended.
  private(set) var violation: ScriptError?
  /// Whether any script was ended because of its memory.
  private(set) var hasRunOutOfMemory = false

  init(_ limits: ScriptLimits) { self.limits = limits }

  /// Whether there is no time left for another call.
  var isExhausted: Bool { total >= limits.totalTime }

  func callBegins() {
    violation = nil
    callStart = SystemClock.threadTime
    memoryAtStart = nil
  }

  func callEnds() { total += SystemClock.threadTime - callStart }

  /// Counts time that was taken elsewhere.
  func add(_ seconds: Double) { total += seconds }

  /// Whether the script that runs is to be ended.
  func checkEndsScript() -> Bool {
    let elapsed = SystemClock.threadTime - callStart
    // Nearly all calls end before they are looked at, and need not ask the system.
    let memory = SystemMemory.resident
    if memoryAtStart == nil { memoryAtStart = memory }
    if total + elapsed >= limits.totalTime {
      violation = .outOfTotalTime
    } else if limitsCallTime, elapsed >= limits.callTime {
      violation = .outOfTime
    } else if let memory, let memoryAtStart, memory - memoryAtStart > limits.memory {
      violation = .outOfMemory
      hasRunOutOfMemory = true
    }
    return violation != nil
  }
}
