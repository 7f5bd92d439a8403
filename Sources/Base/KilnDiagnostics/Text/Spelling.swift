/// Suggestions for names that do not exist.
package enum Spelling {
  /// The name that takes the fewest changes to become, if these are few; of equals the first.
  package static func nearest(to text: String, among names: [String]) -> String? {
    let most = max(1, text.count / 3)
    let best = names.map { (name: $0, distance: distance(text, $0)) }.min { $0.distance < $1.distance }
    // Something must be left of the text.
    return best.flatMap { $0.distance <= most && $0.distance < text.count ? $0.name : nil }
  }

  /// Edit distance of two texts: number of characters that are inserted, removed, replaced or swapped with their
  /// neighbours (optimal string alignment).
  package static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a), Array(b))
    var (before, row) = ([Int](), Array(0...b.count))
    for (index, character) in a.enumerated() {
      var next = [index + 1]
      for column in b.indices {
        let replaced = row[column] + (character == b[column] ? 0 : 1)
        var best = min(replaced, row[column + 1] + 1, next[column] + 1)
        if index > 0, column > 0, character == b[column - 1], a[index - 1] == b[column] {
          best = min(best, before[column - 1] + 1)
        }
        next.append(best)
      }
      (before, row) = (row, next)
    }
    return row[b.count]
  }
}
