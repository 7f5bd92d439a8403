extension Diagnostic {
  /// Error of a C library that was refused memory.
  public static func outOfMemory(_ library: String) -> Diagnostic {
    Diagnostic(
      .memoryExhausted, "\(library) ran out of memory",
      advice: "choose a smaller \(Choice.scale), or give this process more memory")
  }

  /// Whether it ends all work, and says nothing of the part of a file at which it came: that part is neither damaged nor as
  /// small as it can be, and the result must not depend on it.
  package var endsWork: Bool { rule == .memoryExhausted || rule == .workCancelled }
}
