internal import Kiln

internal import KilnPlatform

/// Paths as the state keeps them: relative to its folder, so that a checkout can be moved, or restored on another machine.
package struct StatePaths {
  /// The folder, absolute and without links.
  package var folder: String { "/" + base.joined(separator: "/") }
  private let base: [Substring]
  /// The working folder, absolute and without links.
  private let current: String

  /// Paths relative to a folder that exists.
  package init(folder: String) {
    current = Self.resolved(".") ?? "/"
    base = (Self.resolved(folder) ?? folder).split(separator: "/")
  }

  /// A path for the state, from one that is absolute or relative to the working folder.
  package func stored(_ path: String) -> String {
    let names = Self.normalized(path.hasPrefix("/") ? path : current + "/" + path)
    let shared = zip(base, names).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    let up = Array(repeating: Substring(".."), count: base.count - shared)
    return (up + names[shared...]).joined(separator: "/")
  }

  /// A path that can be opened, from one of the state.
  package func absolute(_ path: String) -> String {
    "/" + Self.normalized(base.joined(separator: "/") + "/" + path).joined(separator: "/")
  }

  /// An absolute path for people: relative to the working folder if it lies in it.
  package func shown(_ path: String) -> String {
    Files.path(path, below: current) ?? path
  }

  /// Names without `.`, empty ones, and `..` after a folder. Links are not resolved.
  private static func normalized(_ path: String) -> [Substring] {
    var names: [Substring] = []
    for name in path.split(separator: "/") where name != "." {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    return names
  }

  private static func resolved(_ path: String) -> String? {
    guard let text = realpath(path, nil) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }
}
