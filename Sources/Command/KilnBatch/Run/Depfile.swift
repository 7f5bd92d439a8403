internal import Kiln
internal import KilnReports

/// Dependencies of each result as Make rules, which Ninja reads, too.
package struct Depfile {
  /// The rules, one line for each result that holds.
  package private(set) var text = ""

  /// The rules of the jobs of a plan, as the state knows them.
  package init(_ jobs: [BatchJob], _ state: BatchState) {
    for job in jobs {
      guard let record = state.record(of: job), !record.writes.isEmpty else { continue }
      let outputs = record.writes.map { state.paths.shown(state.paths.absolute($0.path)) }
      let inputs = record.reads.filter { $0.digest != nil }.map { state.paths.shown(state.paths.absolute($0.path)) }
      // Neither program has a way to write a line end in a name.
      guard !(outputs + inputs).contains(where: { $0.contains(where: \.isNewline) }) else { continue }
      text += outputs.map(Self.escaped).joined(separator: " ") + ": "
      text += inputs.map(Self.escaped).joined(separator: " ") + "\n"
    }
  }

  private static func escaped(_ path: String) -> String {
    var escaped = ""
    for character in path {
      switch character {
      case " ", "#", ":": escaped += "\\\(character)"
      case "$": escaped += "$$"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}
