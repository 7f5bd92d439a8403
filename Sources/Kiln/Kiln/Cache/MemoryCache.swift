internal import Synchronization

/// Cache in memory, which forgets what was not asked for longest.
public final class MemoryCache: ConversionCache {
  private struct Entry: Sendable {
    var result: Conversion.Result
    var bytes: Int
    var lastUse: Int
  }

  private struct State: Sendable {
    var entries: [ConversionKey: Entry] = [:]
    var bytes = 0
    var uses = 0
  }

  private let state = Mutex(State())
  private let maximumBytes: Int

  /// A cache of results whose files have together so many bytes at most.
  public init(maximumBytes: Int = 256 << 20) { self.maximumBytes = maximumBytes }

  /// A result that is still held; without its timeline, which may be many times larger than the files.
  public func result(for key: ConversionKey) -> Conversion.Result? {
    state.withLock { state in
      state.uses += 1
      state.entries[key]?.lastUse = state.uses
      return state.entries[key]?.result
    }
  }

  /// Holds a result, and gives up others for it.
  public func store(_ result: Conversion.Result, for key: ConversionKey) {
    var result = result
    result.timeline = nil
    let bytes = result.files.reduce(0) { $0 + $1.bytes.count }
    guard bytes <= maximumBytes else { return }
    state.withLock { state in
      state.uses += 1
      let old = state.entries.updateValue(Entry(result: result, bytes: bytes, lastUse: state.uses), forKey: key)
      state.bytes += bytes - (old?.bytes ?? 0)
      while state.bytes > maximumBytes, let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
        state.bytes -= oldest.value.bytes
        state.entries[oldest.key] = nil
      }
    }
  }
}
