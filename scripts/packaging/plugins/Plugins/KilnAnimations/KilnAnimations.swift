import Foundation
import PackagePlugin

/// Build-tool plugin: each animation in the folder `Animations` of a target becomes a resource, and an enum lists them.
///
/// It runs the program of the bundle and tools of POSIX only. A tool that is compiled would be linked anew whenever a file is
/// added to the package, by SwiftPM 6.3, and with it all commands of the plugin would run again.
@main
struct KilnAnimations: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let module = target.sourceModule else { return [] }
    let folder = AnimationFolder(
      module.directoryURL.appending(path: AnimationFolder.name, directoryHint: .isDirectory), of: target.name,
      files: module.sourceFiles.map(\.url))
    return try BuildCommands(kiln: context.tool(named: "kiln").url, output: context.pluginWorkDirectoryURL).all(
      for: folder)
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension KilnAnimations: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      let files = target.inputFiles.map(\.url)
      guard let url = try AnimationFolder.find(in: files, of: target.displayName) else { return [] }
      let folder = AnimationFolder(url, of: target.displayName, files: files)
      let commands = try BuildCommands(kiln: context.tool(named: "kiln").url, output: context.pluginWorkDirectoryURL)
      return try commands.all(for: folder)
    }
  }
#endif
