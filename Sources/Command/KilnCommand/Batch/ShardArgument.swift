internal import ArgumentParser
internal import KilnBatch
internal import KilnDiagnostics
internal import KilnReports

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// `i/n`, `auto` or `auto/n`.
enum ShardArgument: ExpressibleByArgument {
  case fixed(BatchShard)
  /// Shard from environment variables, with the number of shards if these do not contain it.
  case detected(count: Int?)

  init?(argument: String) {
    if let shard = BatchShard(argument) {
      self = .fixed(shard)
      return
    }
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.first == "auto", parts.count <= 2 else { return nil }
    guard parts.count == 2 else {
      self = .detected(count: nil)
      return
    }
    guard let count = Int(parts[1]), count >= 1 else { return nil }
    self = .detected(count: count)
  }

  /// The part, and what to say of it if it was detected.
  ///
  /// - Throws: `usage.invalid` if the environment does not tell it.
  func resolve() throws(Diagnostic) -> (shard: BatchShard, note: String?) {
    switch self {
    case .fixed(let shard): return (shard, nil)
    case .detected(let count):
      let found = try BatchShard.detect(in: ProcessInfo.processInfo.environment, count: count)
      return (found.shard, "part \(found.shard) of the files, by \(found.variable) of \(found.system)")
    }
  }
}
