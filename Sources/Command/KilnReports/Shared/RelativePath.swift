/// Paths as texts. Links are not resolved.
package enum RelativePath {
  /// A path without `.`, double slashes, and `..` after a folder.
  package static func normalized(_ path: String) -> String {
    var names: [Substring] = []
    for name in path.split(separator: "/") where name != "." {
      if name == "..", let last = names.last, last != ".." { names.removeLast() } else { names.append(name) }
    }
    return (path.hasPrefix("/") ? "/" : "") + names.joined(separator: "/")
  }

  /// A path below a folder; the folder may be empty.
  package static func joined(_ folder: String, _ path: String) -> String {
    if folder.isEmpty { return path }
    return folder.hasSuffix("/") ? folder + path : folder + "/" + path
  }
}
