public import KilnDiagnostics

extension Files {
  /// Maximum number of names in a folder that are compared with one that is not there.
  private static let comparedNames = 2000

  /// The error for a file that is not there. It names the first folder of the path that is missing, and what is there by
  /// a similar name.
  public static func notFound(_ path: String) -> Diagnostic {
    var folder = path.hasPrefix("/") ? "/" : ""
    let names = path.split(separator: "/").map(String.init)
    for (index, name) in names.enumerated() {
      let inner = folder + name
      guard !exists(inner) else {
        folder = inner + "/"
        continue
      }
      let message = index == names.count - 1 ? "there is no such file" : "there is no folder \(inner)"
      let known = Self.names(in: folder.isEmpty ? "." : folder).prefix(comparedNames).filter { !$0.hasPrefix(".") }
      // Foundation lists a name that is no UTF-8 as another one, and there is no file of that name.
      guard !known.contains(name) else {
        return Diagnostic(.inputNotFound, "its name is not UTF-8", advice: "rename it")
      }
      let nearest = Spelling.nearest(to: name, among: Array(known)).map { folder + $0 }
      return Diagnostic(.inputNotFound, message, advice: nearest.map { "did you mean \($0)?" } ?? "check the path")
    }
    return Diagnostic(.inputNotFound, "there is no such file", advice: "check the path")
  }
}
