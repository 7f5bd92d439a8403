import Foundation
import PackagePlugin

/// A result that is to be made of an animation.
struct PlannedConversion {
  var input: URL
  /// Name of the file that is made.
  var resource: String
  /// Options of `kiln convert`.
  var options: [String] = []

  init(input: URL, resource: String, options: [String] = []) {
    // The name becomes an identifier, and some file systems take characters apart.
    (self.input, self.options) = (input, options)
    self.resource = resource.precomposedStringWithCanonicalMapping
  }
}

/// Which results are made of the animations of a folder, with which options.
///
/// The project file `Animations/.kiln.yml` says it, if there is one, as it does for `kiln batch`: Kiln itself reads it.
/// Without one, each animation becomes an SVGA file.
enum ConversionPlan {
  /// Formats of several files, whose names are not known before they are made.
  private static let formatsOfSeveralFiles: Set = ["png", "frames"]

  /// - Throws: What Kiln says of the project file; an error if two results have one name.
  static func conversions(of folder: AnimationFolder, kiln: URL) throws -> [PlannedConversion] {
    var resources: [String: PlannedConversion] = [:]
    let conversions = try planned(of: folder, kiln: kiln)
    for conversion in conversions {
      // Resources of a bundle stand side by side, and file systems may not tell upper from lower case.
      guard let other = resources.updateValue(conversion, forKey: conversion.resource.lowercased()) else { continue }
      let both = [other, conversion].map { folder.relativePath(of: $0.input) }.joined(separator: " and ")
      throw PluginFailure(
        target: folder.target, message: "\(both) would both become \(conversion.resource); rename one of them")
    }
    return conversions
  }

  private static func planned(of folder: AnimationFolder, kiln: URL) throws -> [PlannedConversion] {
    guard FileManager.default.fileExists(atPath: folder.projectFile.filePath) else {
      return folder.animations.map { animation in
        PlannedConversion(input: animation, resource: animation.deletingPathExtension().lastPathComponent + ".svga")
      }
    }
    return try read(folder.animations, folder, kiln).map { try conversion($0, folder) }
  }

  /// Results by the project file. Files that are none of its inputs are left out, with a remark.
  private static func read(
    _ animations: [URL], _ folder: AnimationFolder, _ kiln: URL
  ) throws -> [ProjectExplanation.Result] {
    guard let first = animations.first else { return [] }
    let run = try ProcessRun(
      kiln,
      ["batch", "--print-config", "--json", "--config", folder.projectFile.lastPathComponent]
        + animations.map { "./" + folder.relativePath(of: $0) },
      folder: folder.url)
    switch run.exitCode {
    case 0:
      guard let explanation = try? JSONDecoder().decode(ProjectExplanation.self, from: run.output) else {
        throw PluginFailure(target: folder.target, message: "kiln batch --print-config printed something unknown")
      }
      return explanation.results
    // One of the files is no input; it is looked for by halves.
    case 66 where animations.count > 1:
      let half = animations.count / 2
      let parts = [Array(animations[..<half]), Array(animations[half...])]
      return try parts.flatMap { try read($0, folder, kiln) }
    case 66:
      Diagnostics.remark("\(folder.target): \(first.filePath) is no input of \(folder.projectFile.filePath)")
      return []
    default:
      // It begins with “error: ” and, if the project file is wrong, its name, line and column.
      let message = run.errors.trimmingPrefix("error: ")
      let isAboutFile = message.hasPrefix(folder.projectFile.lastPathComponent + ":")
      throw PluginFailure(target: folder.target, message: (isAboutFile ? folder.url.filePath : "") + message)
    }
  }

  private static func conversion(
    _ result: ProjectExplanation.Result, _ folder: AnimationFolder
  ) throws -> PlannedConversion {
    let fail = { (what: String) in
      PluginFailure(
        target: folder.target,
        message:
          "\(folder.projectFile.filePath): \(what) of the conversion “\(result.conversion)” makes files whose names "
          + "are not known before the build; write them into the package with `swift package convert-animations`")
    }
    let format = result.options.first { $0.name == "to" }?.value.texts.first ?? ""
    guard let input = result.inputs.first, result.inputs.count == 1, !formatsOfSeveralFiles.contains(format) else {
      throw fail(format)
    }
    guard !result.options.contains(where: { $0.name == "poster-out" }) else { throw fail("poster-out") }
    return PlannedConversion(
      input: folder.url.appending(path: input).standardizedFileURL,
      resource: URL(filePath: result.output).lastPathComponent, options: result.options.flatMap(\.arguments))
  }
}

/// What `kiln batch --print-config --json` prints.
private struct ProjectExplanation: Decodable {
  struct Result: Decodable {
    var conversion: String
    var inputs: [String]
    var output: String
    var options: [Option]
  }

  struct Option: Decodable {
    var name: String
    var value: Value

    /// The same for a command line.
    var arguments: [String] {
      switch value {
      case .flag(let isOn): isOn ? ["--" + name] : []
      case .texts(let texts): texts.map { "--\(name)=\($0)" }
      }
    }
  }

  enum Value: Decodable {
    case flag(Bool)
    case texts([String])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let isOn = try? container.decode(Bool.self) {
        self = .flag(isOn)
      } else if let text = try? container.decode(String.self) {
        self = .texts([text])
      } else {
        self = .texts(try container.decode([String].self))
      }
    }

    var texts: [String] { if case .texts(let texts) = self { texts } else { [] } }
  }

  var results: [Result]
}
