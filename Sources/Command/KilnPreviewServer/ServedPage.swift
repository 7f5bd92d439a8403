internal import KilnJSON
internal import Synchronization

/// A page that is served, and whether it is up to date. Threads may share it.
package final class ServedPage: Sendable {
  /// Contents of the answers to requests.
  struct State: Sendable {
    /// The last page that could be made.
    var html: [UInt8]
    /// Grows with each page.
    var version = 1
    /// Why the page is not up to date: a title, and the errors of Kiln, which may be empty; nil if it is.
    var problem: (title: String, text: String)?

    /// The answer to a page that asks.
    var json: String {
      guard let problem else { return "{\"version\":\(version)}" }
      return "{\"problem\":{\"text\":\(JSONText.quoted(problem.text)),\"title\":\(JSONText.quoted(problem.title))},"
        + "\"version\":\(version)}"
    }
  }

  private let shared: Mutex<State>

  /// A page of version 1.
  package init(_ html: [UInt8]) { shared = Mutex(State(html: html)) }

  var state: State { shared.withLock { $0 } }

  /// Replaces the page; it is up to date.
  package func replace(by html: [UInt8]) {
    shared.withLock { $0 = State(html: html, version: $0.version + 1) }
  }

  /// Says why the page is not up to date.
  package func report(_ title: String, _ text: String = "") {
    shared.withLock { $0.problem = (title, text) }
  }
}
