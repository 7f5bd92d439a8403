public import KilnDiagnostics
public import KilnTimeline

/// Parameters of an export that all formats share.
public struct ExportContext: Sendable {
  /// Base name of the files, and of frames inside them; without an extension.
  public var name: String
  /// Name that the caller gives to the main file; nil for `name` with the format's extension.
  public var fileName: String?
  /// The file that the timeline comes from, if its importer keeps it.
  public var source: SourceFile?
  /// Number of bytes of the whole source packed by Deflate (`AnimationSource.packedBytes()`), which each call packs; nil if
  /// it is not known.
  public var packedSourceBytes: @Sendable () -> Int? = { nil }
  /// Size of the timeline's canvas relative to the source's; nil if columns and rows have different factors.
  public var scale: Double? = 1
  /// Changes of time and size of a document that is edited; nil for none.
  public var change: DocumentChange?
  /// Upper bounds of the result. Exporters stop as soon as one is exceeded.
  public var budget = ExportBudget()
  /// Settings that may be lowered to keep to the budget, and their lower bounds.
  public var bounds = ReductionBounds()
  /// Number of threads to work on. Never changes the result.
  public var threads = 1
  /// Limits on pixels and memory.
  public var limits = Limits()
  /// Receives reports and answers whether to stop.
  public var progress = ProgressReporter.silent

  /// A context without budget, on one thread.
  public init(name: String = "animation") {
    self.name = name
  }
}

/// Upper bounds of an export, in bytes.
public struct ExportBudget: Sendable, Hashable {
  /// Bytes of all files; nil for no bound.
  public var bytes: Int?
  /// Bytes of all pictures that a player holds decoded; nil for no bound.
  public var memory: Int?

  /// Bounds; none by default.
  public init(bytes: Int? = nil, memory: Int? = nil) {
    self.bytes = bytes
    self.memory = memory
  }
}
