/// Files that may hold fonts.
enum FontFiles {
  private static let extensions: Set = ["ttf", "otf", "ttc", "otc", "woff", "woff2"]
  /// Maximum number of files of a folder that are looked at.
  private static let maximum = 1024

  /// Names of such files in a folder, sorted, not too many. Pipes and devices are none.
  static func names(in folder: String) -> [String] {
    Files.names(in: folder).lazy.filter { name in
      let isFont = name.lastIndex(of: ".").map { extensions.contains(name[$0...].dropFirst().lowercased()) } ?? false
      return isFont && Files.isRegular(folder + "/" + name)
    }
    .prefix(maximum).map(\.self)
  }

  /// Paths of such files in a folder, in the same order.
  static func paths(in folder: String) -> [String] { names(in: folder).map { folder + "/" + $0 } }
}
