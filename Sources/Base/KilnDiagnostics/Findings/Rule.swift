/// A kind of finding, with a stable ID by which users filter.
///
/// Each module declares its rules as static members and lists them in a catalogue, from which documentation is
/// generated.
public struct Rule: Sendable, Hashable {
  /// Severity of a finding.
  public enum Severity: String, Sendable, Hashable, Comparable, CaseIterable, Codable {
    /// Worth knowing; nothing needs to be done.
    case note
    /// The result may not be what was meant.
    case warning
    /// There is no result, or it is not accepted.
    case error

    /// Orders notes below warnings below errors.
    public static func < (lhs: Severity, rhs: Severity) -> Bool { lhs.rank < rhs.rank }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// Effect on the part of the document that the finding is about.
  public enum Effect: String, Sendable, Hashable, CaseIterable, Codable {
    /// Carried over without loss.
    case exact
    /// Carried over, but not exactly.
    case approximated
    /// Missing from the result.
    case dropped
    /// Reduced to meet a limit that the caller set.
    case reduced
    /// There is no result.
    case rejected

    /// Whether something is missing or changed without the caller having asked for a reduction.
    public var isLossy: Bool { self == .approximated || self == .dropped }
  }

  /// Who is at fault: the caller, the input file, or Kiln. Decides the exit code of the command.
  public enum Fault: Sendable, Hashable {
    /// The content of the input file.
    case input
    /// The input is missing or cannot be read.
    case missingInput
    /// A picture that the input needs is missing or damaged.
    case missingImage
    /// The output cannot be written.
    case output
    /// A request that contradicts itself or the input.
    case usage
    /// A mistake of Kiln.
    case bug
    /// The operating system, which refuses processes, memory or open files.
    case system
    /// A project file or variable that Kiln is to follow.
    case configuration
    /// No one: a condition that the caller set cannot be met.
    case policy
  }

  /// Unique dotted name, such as `lottie.asset.missing`.
  public let id: String
  /// Severity of its findings, unless a policy changes it.
  public let severity: Severity
  /// Effect on the part of the document concerned.
  public let effect: Effect
  /// Who is at fault.
  public let fault: Fault
  /// Description of the problem, in one sentence.
  public let summary: String
  /// Why it matters to whoever ships the animation.
  public let why: String
  /// Advice for fixing it, in After Effects or with Kiln.
  public let remedy: String

  /// Declares a rule; `summary`, `why` and `remedy` are full sentences.
  public init(
    _ id: String, _ severity: Severity, _ effect: Effect, fault: Fault = .input, _ summary: String, why: String,
    remedy: String
  ) {
    self.id = id
    self.severity = severity
    self.effect = effect
    self.fault = fault
    self.summary = summary
    self.why = why
    self.remedy = remedy
  }

  /// Whether the IDs are equal.
  public static func == (a: Rule, b: Rule) -> Bool { a.id == b.id }

  /// Hashes the ID.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension Rule {
  /// Rules shared by all modules.
  public static let shared: [Rule] = [
    limitExceeded, inputNotFound, inputUnreadable, inputUnknownFormat, outputExists, outputUnwritable, outputDiskFull,
    usageInvalid, workCancelled, memoryExhausted, internalError,
  ]

  /// The input exceeds a value of `Limits`.
  public static let limitExceeded = Rule(
    "limit.exceeded", .error, .rejected,
    "The input asks for more memory, time or nesting than the limits allow.",
    why: "Files that ask for too much would stop the machine that converts them.",
    remedy: "In After Effects, make the composition smaller or shorter, with fewer layers, repeater copies or "
      + "points; with Kiln, choose a smaller --scale or a part with --frames. --limit raises the limit that the message names, for "
      + "files that you trust.")
  /// The input does not exist.
  public static let inputNotFound = Rule(
    "input.notFound", .error, .rejected, fault: .missingInput,
    "The input file does not exist.",
    why: "There is nothing to convert.",
    remedy: "Check the path and its spelling.")
  /// The input exists but cannot be read.
  public static let inputUnreadable = Rule(
    "input.unreadable", .error, .rejected, fault: .missingInput,
    "The input exists but cannot be read.",
    why: "There is nothing to convert.",
    remedy: "Check that the path names a file that you may read.")
  /// The bytes are in no format that Kiln reads.
  public static let inputUnknownFormat = Rule(
    "input.unknownFormat", .error, .rejected,
    "The bytes are neither Lottie nor SVGA.",
    why: "There is nothing that Kiln can draw.",
    remedy: "Export the animation with Bodymovin or LottieFiles as Lottie, or name an SVGA file.")
  /// The output exists and overwriting was not requested.
  public static let outputExists = Rule(
    "output.exists", .error, .rejected, fault: .output,
    "The output exists already.",
    why: "A file that somebody needs might be lost.",
    remedy: "Choose another name, or add --overwrite.")
  /// The output cannot be written.
  public static let outputUnwritable = Rule(
    "output.unwritable", .error, .rejected, fault: .output,
    "The output cannot be written.",
    why: "There is no result.",
    remedy: "Check that the folder exists and that you may write to it.")
  /// There is no room for the output.
  public static let outputDiskFull = Rule(
    "output.diskFull", .error, .rejected, fault: .output,
    "The disk that the output goes to is full, or the user's share of it.",
    why: "There is no result; a batch ends, for every other file would fail, too.",
    remedy: "Make room and run the same command again: a batch goes on where it ended.")
  /// An option does not apply to the input or contradicts another one.
  public static let usageInvalid = Rule(
    "usage.invalid", .error, .rejected, fault: .usage,
    "An option does not fit the input or another option.",
    why: "What is asked for cannot be done.",
    remedy: "Read the message and `kiln help` of the command.")
  /// The caller stopped the work.
  public static let workCancelled = Rule(
    "work.cancelled", .error, .rejected, fault: .policy,
    "The caller stopped the work before there was a result.",
    why: "There is no result.",
    remedy: "Run it again.")
  /// The system gives no more memory.
  public static let memoryExhausted = Rule(
    "memory.exhausted", .error, .rejected, fault: .system,
    "The system gave less memory than the work needs.",
    why: "There is no result.",
    remedy:
      "Choose a smaller --scale or a part with --frames, or raise the limit of the system (`ulimit -v`, or that of the "
      + "container).")
  /// Kiln violated one of its own guarantees.
  public static let internalError = Rule(
    "internal.error", .error, .rejected, fault: .bug,
    "Kiln made a mistake; please report it.",
    why: "The result would be wrong, so that there is none.",
    remedy: "Report it with the file that shows it.")
}
