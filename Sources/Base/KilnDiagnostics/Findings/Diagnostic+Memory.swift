extension Diagnostic {
  /// Error of a C library that was refused memory.
  public static func outOfMemory(_ library: String) -> Diagnostic {
    Diagnostic(
      .memoryExhausted, "\(library) ran out of memory",
      advice: "choose a smaller \(Choice.scale), or give this process more memory")
  }
}
