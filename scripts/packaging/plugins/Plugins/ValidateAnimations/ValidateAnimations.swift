import Foundation
import PackagePlugin

/// Command plugin: `kiln validate` in the package's folder, which checks what its arguments or the project file `.kiln.yml` say.
@main
struct ValidateAnimations: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    try run(context.tool(named: "kiln").url, arguments, folder: context.package.directoryURL)
  }

  /// Runs the command; its output is that of the plugin. A failure makes the plugin fail.
  private func run(_ kiln: URL, _ arguments: [String], folder: URL) throws {
    let process = Process()
    process.executableURL = kiln
    process.arguments = ["validate"] + arguments
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      Diagnostics.error("kiln validate ended with exit code \(process.terminationStatus)")
      return
    }
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension ValidateAnimations: XcodeCommandPlugin {
    func performCommand(context: XcodePluginContext, arguments: [String]) throws {
      // Xcode names the targets that were chosen; kiln has targets of its own.
      var extractor = ArgumentExtractor(arguments)
      _ = extractor.extractOption(named: "target")
      try run(
        context.tool(named: "kiln").url, extractor.remainingArguments, folder: context.xcodeProject.directoryURL)
    }
  }
#endif
