import Foundation

/// The page, and what it was made of.
actor ServedPage {
  /// What a page asks its server for.
  struct State: Encodable {
    /// Grows with each page.
    var version = 0
    /// Why the page is not up to date; nil if it is.
    var problem: Problem?

    /// The answer to a page that asks.
    var json: Data {
      get throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self)
      }
    }
  }

  /// Why the last page is not up to date.
  struct Problem: Encodable {
    var title: String
    /// The errors of `kiln`; empty if the title says it all.
    var text: String
  }

  private let kiln: String
  private let files: [String]
  private let arguments: [String]
  /// The last page that could be made.
  private var html = Data()
  private(set) var state = State()
  /// The animations' stamps before the last page was made: what changes while it is made makes another one.
  private var seen: [String?] = []
  /// Values of `Host` for which it is served; none before the server listens.
  private var hosts: Set<String> = []

  init(kiln: String, files: [String], arguments: [String]) {
    self.kiln = kiln
    self.files = files
    self.arguments = arguments
  }

  /// The page and its version.
  var current: (html: Data, version: Int) { (html, state.version) }

  /// Serves the page for the names of the loopback with a port.
  func listen(on port: UInt16) { hosts = ["127.0.0.1:\(port)", "localhost:\(port)"] }

  /// Whether a request is for this server, by its header `Host`.
  func isAsked(at host: String?) -> Bool { host.map { hosts.contains($0.lowercased()) } ?? false }

  /// Makes the first page. Returns the exit code of `kiln`, which has said on the terminal what is wrong.
  func makeFirst() async -> Int32 {
    seen = stamps
    let made = await PageMaker.make(kiln, arguments, collectsErrors: false)
    take(made)
    return made.exitCode
  }

  /// Looks at the animations four times a second, and makes the page anew when they have changed, until the task is
  /// cancelled.
  func watch() async {
    while !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(250))
      let now = stamps
      guard now != seen else { continue }
      let changed = files.indices.filter { now[$0] != seen[$0] }
      seen = now
      let missing = files.indices.filter { now[$0] == nil }
      for index in changed { Terminal.note("\(files[index]) \(now[index] == nil ? "is gone" : "has changed")") }
      guard missing.isEmpty else {
        let names = missing.map { files[$0] }.joined(separator: ", ")
        state.problem = Problem(
          title: "\(names) \(missing.count == 1 ? "is" : "are") gone. Below is the last good state.", text: "")
        continue
      }
      let made = await PageMaker.make(kiln, arguments, collectsErrors: true)
      if made.exitCode != 0 { Terminal.printError(made.errors) }
      take(made)
    }
  }

  /// Keeps a page, or why there is none.
  private func take(_ made: PageMaker.Result) {
    guard made.exitCode == 0 else {
      state.problem = Problem(
        title: "The changed file cannot be shown. Below is its last good state.",
        text: made.errors.trimmingCharacters(in: .whitespacesAndNewlines))
      return
    }
    html = made.page
    state = State(version: state.version + 1)
  }

  /// Modification time and size of each animation; nil for missing files.
  private var stamps: [String?] {
    files.map { file in
      guard let attributes = try? FileManager.default.attributesOfItem(atPath: file) else { return nil }
      let time = (attributes[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
      return "\(time) \(attributes[.size] ?? 0) \(attributes[.systemFileNumber] ?? 0)"
    }
  }
}
