internal import Synchronization

/// The colour transforms that were used last, by the colour descriptions of files.
///
/// The frames of an animated PNG and the images of an animation mostly have one profile, and reading it takes longer than
/// converting a small picture.
package final class ColorTransformCache: Sendable {
  /// Transform and fault that a list of colour descriptions resolves to.
  struct Entry: Sendable {
    /// The transform for pixels; nil if none is needed.
    var transform: ColorTransform?
    /// Reason why a description was ignored; nil if none was.
    var fault: ColorFault?
  }

  private struct Key: Equatable {
    var channels: PixelChannels
    var candidates: [ColorConversion.Candidate]
  }

  private struct State {
    /// Most recently used first, without the transforms in use.
    var entries: [(key: Key, entry: Entry)] = []
    var madeCount = 0
  }

  /// Maximum number of transforms.
  private static let capacity = 4

  /// The transforms of all images that are decoded.
  static let shared = ColorTransformCache()

  private let state = Mutex(State())

  package init() {}

  /// Number of transforms that were not in the cache and had to be made.
  package var madeCount: Int { state.withLock(\.madeCount) }

  /// Calls `body` with the transform of the first usable candidate, which no other thread uses meanwhile.
  func use<Output>(
    _ channels: PixelChannels, _ candidates: [ColorConversion.Candidate], _ body: (Entry) -> Output
  ) -> Output {
    // Most images have none, or say that they are sRGB.
    guard let first = candidates.first, first != .success(.standard) else { return body(Entry()) }
    let key = Key(channels: channels, candidates: candidates)
    let entry = taken(key) ?? Self.made(channels, candidates)
    defer { put(entry, key) }
    return body(entry)
  }

  private func taken(_ key: Key) -> Entry? {
    state.withLock { state in
      if let index = state.entries.firstIndex(where: { $0.key == key }) { return state.entries.remove(at: index).entry }
      state.madeCount += 1
      return nil
    }
  }

  private func put(_ entry: Entry, _ key: Key) {
    state.withLock { state in
      state.entries.insert((key, entry), at: 0)
      if state.entries.count > Self.capacity { state.entries.removeLast() }
    }
  }

  private static func made(_ channels: PixelChannels, _ candidates: [ColorConversion.Candidate]) -> Entry {
    var entry = Entry()
    for candidate in candidates {
      do throws(ColorFault) {
        let description = try candidate.get()
        if description == .standard { break }
        let transform = try ColorTransform(description, channels)
        entry.transform = transform.isIdentity ? nil : transform
        break
      } catch {
        entry.fault = entry.fault ?? error
      }
    }
    return entry
  }
}
