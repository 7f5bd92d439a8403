internal import KilnDiagnostics
internal import Synchronization

/// The files that a document refers to, each read once, however often the document names it.
final class AssetCache: Sendable {
  private struct State {
    /// Contents by the bytes of their paths: texts that are equal in Unicode may be the names of different files.
    var files: [[UInt8]: [UInt8]] = [:]
    var byteCount = 0
    /// Paths of the fonts in a folder.
    var fonts: [[UInt8]: [String]] = [:]
  }

  private let state = Mutex(State())

  /// The bytes of a file: those that are known, or what `read` returns.
  ///
  /// - Throws: Errors of `read`; `limit.exceeded` if all files together have too many bytes.
  func bytes(
    of path: String, limits: Limits, _ read: () throws(Diagnostic) -> [UInt8]
  ) throws(Diagnostic) -> [UInt8] {
    let key = Array(path.utf8)
    if let known = state.withLock({ $0.files[key] }) { return known }
    let bytes = try read()
    let total = state.withLock { state in
      if state.files.updateValue(bytes, forKey: key) == nil { state.byteCount += bytes.count }
      return state.byteCount
    }
    try limits.check(
      total, atMost: .assetBytes, "the size of all files that the animation refers to, in bytes",
      advice: "use fewer or smaller images")
    return bytes
  }

  /// Paths of the fonts in a folder: those that are known, or what `find` returns.
  func fonts(of folder: String, _ find: (String) -> [String]) -> [String] {
    let key = Array(folder.utf8)
    if let known = state.withLock({ $0.fonts[key] }) { return known }
    let found = find(folder)
    state.withLock { $0.fonts[key] = found }
    return found
  }
}
