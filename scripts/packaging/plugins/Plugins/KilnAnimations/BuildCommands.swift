import Foundation
import PackagePlugin

/// Commands that make the resources and the enum of a target.
struct BuildCommands {
  private static let enumFile = "KilnAnimations.swift"
  private static let shell = URL(filePath: "/bin/sh")

  var kiln: URL
  /// Folder for what the commands make.
  var output: URL

  /// A command for each result, and one for the enum.
  func all(for folder: AnimationFolder) throws -> [Command] {
    let settings = try EnumSettings.read(of: folder)
    let conversions = try ConversionPlan.conversions(of: folder, kiln: kiln)
    if conversions.isEmpty {
      Diagnostics.warning(
        "\(folder.target): there is nothing to convert in \(folder.url.filePath); add animations, or remove the plugin")
    }
    let cases = try EnumCase.cases(for: conversions, of: folder, enumName: settings.name)
    let copies = try PlanCopies(of: [folder.projectFile, settings.file].compactMap(\.self), in: output)
    removeOthers(than: conversions.map(\.resource) + [Self.enumFile] + copies.names)
    return conversions.map { convert($0, folder) } + [
      declare(cases, settings, folder, copies, unused: folder.files(unusedBy: conversions))
    ]
  }

  /// The command of a result.
  ///
  /// It runs in the folder of the animations, from which options name files, and which build commands cannot choose. The
  /// name and size that Kiln prints are left out, what it warns of is not.
  private func convert(_ conversion: PlannedConversion, _ folder: AnimationFolder) -> Command {
    let result = output.appending(path: conversion.resource)
    let words = [kiln.filePath, "convert", conversion.input.filePath, "--output", result.filePath, "--overwrite"]
    return .buildCommand(
      displayName: "Kiln: \(folder.relativePath(of: conversion.input)) → \(conversion.resource)",
      executable: Self.shell,
      arguments: ["-c", #"cd "$0" && exec "$@" > /dev/null"#, folder.url.filePath] + words + conversion.options,
      inputFiles: [kiln] + folder.inputs(of: conversion.input), outputFiles: [result])
  }

  /// The command of the enum, which looks into the results, and at the files that planning read.
  ///
  /// - Parameter unused: Files that no other command has as an input: SwiftPM warns of files that nothing handles.
  private func declare(
    _ cases: [EnumCase], _ settings: EnumSettings, _ folder: AnimationFolder, _ copies: PlanCopies, unused: [URL]
  ) -> Command {
    let file = output.appending(path: Self.enumFile)
    let source = EnumSource(access: settings.access, name: settings.name, isEmpty: cases.isEmpty)
    let words = cases.flatMap { item in
      [
        item.identifier, SwiftName.literal(item.name), SwiftName.literal(item.resource),
        output.appending(path: item.resource).filePath,
      ]
    }
    return .buildCommand(
      displayName: "Kiln: enum \(settings.name) of \(folder.target)", executable: Self.shell,
      arguments: ["-c", EnumSource.script, "kiln", kiln.filePath, file.filePath] + source.parts + copies.arguments
        + words,
      inputFiles: [kiln] + copies.files + unused + cases.map { output.appending(path: $0.resource) },
      outputFiles: [file])
  }

  /// Removes results of animations that are gone from the folder for results, where nothing else would.
  private func removeOthers(than names: [String]) {
    let files = FileManager.default
    let found = (try? files.contentsOfDirectory(atPath: output.filePath)) ?? []
    for name in Set(found).subtracting(names) { try? files.removeItem(at: output.appending(path: name)) }
  }
}
