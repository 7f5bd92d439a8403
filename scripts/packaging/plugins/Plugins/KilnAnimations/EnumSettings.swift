import Foundation

/// `Animations/kiln-plugin.json`: what the project file of Kiln has no words for.
struct EnumSettings {
  static let fileName = "kiln-plugin.json"
  private static let accesses = ["internal", "package", "public"]
  private static let keys = ["access", "name"]

  /// Access level of the enum.
  var access = "internal"
  /// Name of the enum.
  var name = "Animations"
  /// The file, if there is one.
  var file: URL?

  /// - Throws: If the file is there but wrong.
  static func read(of folder: AnimationFolder) throws -> EnumSettings {
    var result = EnumSettings()
    let file = folder.url.appending(path: fileName)
    guard FileManager.default.fileExists(atPath: file.filePath) else { return result }
    let fail = { (message: String) in PluginFailure(target: folder.target, message: "\(file.filePath): \(message)") }
    guard let values = try? JSONDecoder().decode([String: String].self, from: Data(contentsOf: file)) else {
      throw fail("it must be an object with texts, such as {\"access\": \"public\", \"name\": \"Gifts\"}")
    }
    if let wrong = values.keys.sorted().first(where: { !keys.contains($0) }) {
      throw fail("there is no key “\(wrong)”; choose one of \(keys.joined(separator: ", "))")
    }
    result.file = file
    result.access = values["access"] ?? result.access
    result.name = values["name"] ?? result.name
    guard accesses.contains(result.access) else {
      throw fail("access is one of \(accesses.joined(separator: ", "))")
    }
    guard SwiftName.isIdentifier(result.name) else { throw fail("“\(result.name)” cannot be the name of an enum") }
    return result
  }
}
