/// First line that a worker reads: what holds for all its jobs.
public struct WorkerSetup: Sendable, Codable {
  /// Argument lists that jobs refer to.
  public var optionLists: [[String]]
  /// Number of threads of each conversion.
  public var threads: Int
  /// Whether results have posters.
  public var makesPosters: Bool

  /// What holds for all jobs.
  public init(optionLists: [[String]], threads: Int, makesPosters: Bool = false) {
    self.optionLists = optionLists
    self.threads = threads
    self.makesPosters = makesPosters
  }
}

/// The protocol between a batch and its workers: lines of JSON, `WorkerSetup` and then `BatchJob`s on standard input, a
/// `BatchResult` for each job on standard output. At the end of its input a worker ends.
public enum WorkerProtocol {
  /// Most bytes of a line; more than any result has.
  public static let maximumLineBytes = 4 << 20
}
