import Foundation

/// `Animations/kiln-plugin.json`: what the project file of Kiln has no words for.
struct EnumSettings {
  static let fileName = "kiln-plugin.json"
  private static let keys = ["access", "name"]

  /// Access level of the enum.
  var access = "internal"
  /// Name of the enum.
  var name = "Animations"
  /// The file, which need not be there.
  var file: URL

  /// - Throws: If the file is there but wrong.
  static func read(of folder: AnimationFolder) throws -> EnumSettings {
    let file = folder.url.appending(path: fileName)
    var result = EnumSettings(file: file)
    guard FileManager.default.fileExists(atPath: file.filePath) else { return result }
    let fail = { (message: String) in PluginFailure(target: folder.target, message: "\(file.filePath): \(message)") }
    guard let values = try? JSONDecoder().decode([String: String].self, from: Data(contentsOf: file)) else {
      throw fail("it must be an object with texts, such as {\"access\": \"public\", \"name\": \"Gifts\"}")
    }
    if let wrong = values.keys.sorted().first(where: { !keys.contains($0) }) {
      throw fail("there is no key “\(wrong)”; choose one of \(keys.joined(separator: ", "))")
    }
    result.access = values["access"] ?? result.access
    result.name = values["name"] ?? result.name
    return result
  }
}
