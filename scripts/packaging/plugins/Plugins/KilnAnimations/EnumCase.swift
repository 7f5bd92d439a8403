import Foundation

/// A case of the enum, which stands for a result.
struct EnumCase {
  /// As it is declared, with backticks where they are needed.
  var identifier: String
  /// Name of the file.
  var resource: String

  /// Name of the file without its extension.
  var name: String { Self.stem(of: resource) }

  /// Cases in the order of the conversions.
  ///
  /// - Throws: If two results have the same name, or the same identifier, or one has none.
  static func cases(
    for conversions: [PlannedConversion], of folder: AnimationFolder, enumName: String
  ) throws -> [EnumCase] {
    var resources: [String: PlannedConversion] = [:]
    var identifiers: [String: PlannedConversion] = [:]
    return try conversions.map { conversion in
      let path = folder.relativePath(of: conversion.input)
      let fail = { (message: String) in PluginFailure(target: folder.target, message: message) }
      // Resources of a bundle stand side by side, and file systems may not tell upper from lower case.
      if let other = resources.updateValue(conversion, forKey: conversion.resource.lowercased()) {
        let both = "\(folder.relativePath(of: other.input)) and \(path)"
        throw fail("\(both) would both become \(conversion.resource); rename one of them")
      }
      let name = SwiftName.lowerCamelCase(stem(of: conversion.resource))
      guard !name.isEmpty else {
        throw fail("\(path) has a name of which no name in Swift can be made; it needs a letter or digit")
      }
      if let other = identifiers.updateValue(conversion, forKey: name) {
        let both = "\(folder.relativePath(of: other.input)) and \(path)"
        let names = "\(other.resource) and \(conversion.resource)"
        throw fail("\(both) would both become \(enumName).\(name), as \(names); rename one of them")
      }
      return EnumCase(identifier: SwiftName.declared(name), resource: conversion.resource)
    }
  }

  private static func stem(of resource: String) -> String {
    URL(filePath: resource).deletingPathExtension().lastPathComponent
  }
}
