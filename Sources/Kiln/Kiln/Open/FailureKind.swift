public import KilnDiagnostics

/// Whose fault an error is, and so what a program does about it: another status of HTTP, another message, another attempt.
public enum FailureKind: String, Sendable, Hashable, CaseIterable {
  /// The bytes are in no format that Kiln reads.
  case unknownFormat
  /// There is no such file, or it cannot be read.
  case unreadable
  /// The bytes are damaged: they break the rules of their format.
  case malformed
  /// The file can be parsed, and there is nothing that could be shown.
  case invalid
  /// The file asks for more memory, time or nesting than the limits allow.
  case limit
  /// The request makes no sense, or names something that the file does not have.
  case request
  /// A demand on the result, such as a budget, cannot be met.
  case demand
  /// The result cannot be written.
  case output
  /// The caller ended the work.
  case cancelled
  /// Too much work waits already; the same request may succeed later.
  case busy
  /// The system lacks something: memory, threads, a program or library.
  case system
  /// Kiln made a mistake.
  case bug
}

extension Diagnostic {
  /// Whose fault it is, of an error that was thrown.
  public var failureKind: FailureKind {
    switch rule {
    case .inputUnknownFormat: return .unknownFormat
    case .limitExceeded: return .limit
    case .workCancelled: return .cancelled
    case .workRefused: return .busy
    default: break
    }
    return switch rule.fault {
    case .missingInput: .unreadable
    case .missingImage: .invalid
    case .input: Self.isOfSyntax(rule) ? .malformed : .invalid
    case .usage, .configuration: .request
    case .policy: .demand
    case .output: .output
    case .system: .system
    case .bug: .bug
    }
  }

  /// Whether a rule is about the bytes of a file and not about the animation in them.
  private static func isOfSyntax(_ rule: Rule) -> Bool {
    let beginnings = [
      "compression.", "json.", "image.", "svga.container.", "svga.movie.", "timeline.file.", "video.malformed",
      "dotlottie.manifest.", "lottie.value.", "lottie.notLottie",
    ]
    return beginnings.contains { rule.id.hasPrefix($0) }
  }
}
