internal import Diagnostics
internal import Synchronization

/// The files that a document refers to, each read once, however often the document names it.
final class AssetCache: Sendable {
  private struct State {
    var files: [String: [UInt8]] = [:]
    var byteCount = 0
  }

  private let state = Mutex(State())

  /// The bytes of a file: those that are known, or what `read` returns.
  ///
  /// - Throws: What `read` throws; `limit.exceeded` if all files together have too many bytes.
  func bytes(
    of path: String, limits: Limits, _ read: () throws(Diagnostic) -> [UInt8]
  ) throws(Diagnostic) -> [UInt8] {
    if let known = state.withLock({ $0.files[path] }) { return known }
    let bytes = try read()
    let total = state.withLock { state in
      if state.files.updateValue(bytes, forKey: path) == nil { state.byteCount += bytes.count }
      return state.byteCount
    }
    try limits.check(
      total, atMost: limits.assetBytes, "the size of all files that the animation refers to, in bytes",
      advice: "use fewer or smaller images")
    return bytes
  }
}
