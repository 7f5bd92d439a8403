/// Suggestions for names that do not exist.
enum Spelling {
  /// The name that takes the fewest changes to become, if these are few; of equals the first.
  static func nearest(to text: String, among names: [String]) -> String? {
    let most = max(1, text.count / 3)
    let best = names.map { (name: $0, distance: distance(text, $0)) }.min { $0.distance < $1.distance }
    return best.flatMap { $0.distance <= most ? $0.name : nil }
  }

  /// How many characters are inserted, removed or replaced to get from one text to the other (Levenshtein).
  static func distance(_ a: String, _ b: String) -> Int {
    let b = Array(b)
    var row = Array(0...b.count)
    for (index, character) in a.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in b.indices {
        let replaced = diagonal + (character == b[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, row[column] + 1, row[column + 1] + 1)
      }
    }
    return row[b.count]
  }
}
