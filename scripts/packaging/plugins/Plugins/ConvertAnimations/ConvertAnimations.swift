import Foundation
import PackagePlugin

/// Command plugin: `kiln batch` in the package's folder, which converts what its arguments or the project file `.kiln.yml` say.
@main
struct ConvertAnimations: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    try run(context.tool(named: "kiln").url, arguments, folder: context.package.directoryURL)
  }

  /// Runs the command; its output is that of the plugin. A failure makes the plugin fail.
  private func run(_ kiln: URL, _ arguments: [String], folder: URL) throws {
    let process = Process()
    process.executableURL = kiln
    process.arguments = ["batch"] + arguments
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      Diagnostics.error("kiln batch ended with exit code \(process.terminationStatus)")
      return
    }
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension ConvertAnimations: XcodeCommandPlugin {
    func performCommand(context: XcodePluginContext, arguments: [String]) throws {
      // Xcode names the targets that were chosen; kiln has targets of its own.
      var extractor = ArgumentExtractor(arguments)
      _ = extractor.extractOption(named: "target")
      try run(
        context.tool(named: "kiln").url, extractor.remainingArguments, folder: context.xcodeProject.directoryURL)
    }
  }
#endif
