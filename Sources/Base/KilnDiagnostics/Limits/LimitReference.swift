/// The table of limits in Markdown, for its documentation.
package enum LimitReference {
  /// A row for every limit.
  package static var markdown: String {
    let rows = Limit.allCases.map { limit in
      let row = limit.row
      let own = row.ownOption.map { ", `--\($0)`" } ?? ""
      let most = row.standard == row.maximum ? "; no more" : ""
      return "| `\(row.name)`\(own) | \(row.subject) | \(row.text(row.standard))\(most) | \(row.text(row.untrusted)) | "
        + "\(row.reason) |"
    }
    let head = ["| Limit | Of what | Default | With `--untrusted` | Reason |", "|---|---|--:|--:|---|"]
    return (head + rows).joined(separator: "\n") + "\n"
  }
}

extension Limit.Row {
  /// A value with its unit, such as `256 MiB`, as `--limit` takes it without the space.
  func text(_ value: Int) -> String {
    switch unit {
    case .bytes: Self.bytes(value)
    case .pixels: Self.grouped(value) + " px"
    case .seconds: Self.grouped(value) + " s"
    case .levels, .number: Self.grouped(value)
    }
  }

  private static func bytes(_ value: Int) -> String {
    let units = [(1 << 30, "GiB"), (1_000_000_000, "GB"), (1 << 20, "MiB")]
    guard value > 0, let unit = units.first(where: { value.isMultiple(of: $0.0) }) else { return "\(value)" }
    return "\(value / unit.0) \(unit.1)"
  }

  /// Digits in groups of three, with commas between them.
  private static func grouped(_ value: Int) -> String {
    let digits = Array(String(value))
    return String(
      digits.enumerated().flatMap { index, digit in
        index > 0 && (digits.count - index).isMultiple(of: 3) ? [",", digit] : [digit]
      })
  }
}
