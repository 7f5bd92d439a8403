internal import Synchronization
package import KilnRendering

/// A pool of renderers of one timeline.
///
/// A copy of a renderer takes time in proportion to the timeline's shapes: too much for each sprite that is drawn.
package final class RendererPool: Sendable {
  private let original: TimelineRenderer
  private let idle = Mutex<[TimelineRenderer]>([])

  package init(_ renderer: TimelineRenderer) { original = renderer }

  /// Calls `body` with exclusive access to a renderer. There are as many copies as are used at the same time.
  package func withRenderer<Result>(_ body: (inout TimelineRenderer) -> Result) -> Result {
    var renderer = idle.withLock { $0.popLast() } ?? original
    let result = body(&renderer)
    idle.withLock { [renderer] in $0.append(renderer) }
    return result
  }

  /// Number of copies that are not in use.
  package var idleCount: Int { idle.withLock(\.count) }
}
