/// The keys of the project file as a table in Markdown, for its documentation.
package enum ProjectReference {
  /// A row for every key, with the keys around it in front: `conversions.NAME.inputs`.
  package static var markdown: String {
    let rows = rows(ProjectKey.top, prefix: "").map { row in
      // A bar would end the cell.
      "| `\(row.path)`\(row.isRequired ? " *" : "") | \(row.help.split(separator: "|").joined(separator: "\\|")) |"
    }
    return (["| Key | Meaning |", "|---|---|"] + rows).joined(separator: "\n") + "\n"
  }

  private static func rows(
    _ keys: [ProjectKey], prefix: String
  ) -> [(path: String, isRequired: Bool, help: String)] {
    keys.flatMap { key in
      let path = prefix + key.name
      let row = (path, key.isRequired, key.help)
      return [row] + rows(key.value.keys, prefix: path + key.value.separator)
    }
  }
}
