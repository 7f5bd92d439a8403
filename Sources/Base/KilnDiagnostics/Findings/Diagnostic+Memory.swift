extension Diagnostic {
  /// The finding of a library that was refused memory.
  public static func outOfMemory(_ library: String) -> Diagnostic {
    Diagnostic(
      .memoryExhausted, "\(library) ran out of memory",
      advice: "choose a smaller --scale, or give this process more memory")
  }
}
