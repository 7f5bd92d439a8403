internal import Foundation

/// The sanitizer that `scripts/test --sanitize` compiles the tests and the command with.
public enum Sanitizer {
  /// `address` or `thread`; nil for none.
  public static let name = ProcessInfo.processInfo.environment["KILN_SANITIZER"]

  /// Whether the address space of a process can be limited. Sanitizers reserve terabytes.
  public static let limitsAddressSpace = name == nil
}
