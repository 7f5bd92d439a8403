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
    removeOthers(than: conversions.map(\.resource) + [Self.enumFile])
    return try conversions.map { convert($0, folder) } + [declare(conversions, settings, folder)]
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

  /// The command of the enum, which looks into the results.
  ///
  /// SwiftPM plans a build anew when files come or go, not when a file has changed. So the command compares the files that
  /// planning read with what they were, and ends the build if another plan is needed. Files that no other command has as an
  /// input are its inputs: SwiftPM warns of files that nothing handles.
  private func declare(
    _ conversions: [PlannedConversion], _ settings: EnumSettings, _ folder: AnimationFolder
  ) throws -> Command {
    let file = output.appending(path: Self.enumFile)
    let results = conversions.map { output.appending(path: $0.resource) }
    let read = [folder.projectFile, settings.file].filter { FileManager.default.fileExists(atPath: $0.filePath) }
    let planned = try read.flatMap { [$0.filePath, String(decoding: try Data(contentsOf: $0), as: UTF8.self)] }
    let words = ["inspect", "--swift", "\(settings.access) \(settings.name)", "--quiet", "--no-expressions"]
    return .buildCommand(
      displayName: "Kiln: enum \(settings.name) of \(folder.target)", executable: Self.shell,
      arguments: ["-c", Self.script, file.filePath] + planned + ["--", kiln.filePath] + words + results.map(\.filePath),
      inputFiles: [kiln] + read + folder.files(unusedBy: conversions) + results, outputFiles: [file])
  }

  /// A shell script: [FILE TEXT]… -- COMMAND…, whose output goes to the file that is its name.
  private static let script = #"""
    while [ "$1" != -- ]; do
      [ "$(cat "$1"; echo .)" = "$2." ] || {
        echo "error: $1 has changed since the build was planned; run \`touch Package.swift\`, and build again" >&2
        exit 1
      }
      shift 2
    done
    shift
    exec "$@" > "$0"
    """#

  /// Removes results of animations that are gone from the folder for results, where nothing else would.
  private func removeOthers(than names: [String]) {
    let files = FileManager.default
    let found = (try? files.contentsOfDirectory(atPath: output.filePath)) ?? []
    for name in Set(found).subtracting(names) { try? files.removeItem(at: output.appending(path: name)) }
  }
}
