internal import Kiln

/// Paths of the parts of a file: that of the whole with a hyphen and the part's ID.
enum PartName {
  /// Characters that some file system or shell does not take in a name.
  private static let illegal = Set(#"/\:*?"<>|"#.unicodeScalars)

  /// A path for each ID, no two of which are the same on a file system that knows no upper and lower case.
  ///
  /// - Parameters:
  ///   - path: A file, or a folder with a slash at its end.
  ///   - ids: Nil for the path as it is.
  static func paths(of path: String, _ ids: [String?], _ format: OutputFormat) -> [String] {
    let (stem, ending) = split(path, format)
    var taken: Set<String> = []
    return ids.map { id in
      guard let id else { return path }
      let name = legal(id)
      var unique = name
      var number = 2
      while !taken.insert(unique.lowercased()).inserted {
        unique = "\(name)-\(number)"
        number += 1
      }
      return "\(stem)-\(unique)\(ending)"
    }
  }

  /// A path without its ending, and the ending: the slash of a folder, or the extension.
  private static func split(_ path: String, _ format: OutputFormat) -> (stem: String, ending: String) {
    if path.hasSuffix("/") { return (String(path.dropLast()), "/") }
    let lowercased = path.lowercased()
    let known = format.extensions.map { "." + $0 }.filter { lowercased.hasSuffix($0) }.max { $0.count < $1.count }
    let name = Files.lastComponent(of: path)
    let count = known?.count ?? name.lastIndex(of: ".").map { name[$0...].count } ?? 0
    return (String(path.dropLast(count)), String(path.suffix(count)))
  }

  private static func legal(_ id: String) -> String {
    let scalars = id.unicodeScalars.map { scalar -> Unicode.Scalar in
      scalar.value < 32 || scalar.value == 127 || illegal.contains(scalar) ? "_" : scalar
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
