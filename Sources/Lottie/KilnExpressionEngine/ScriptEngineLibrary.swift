internal import KilnPlatform

/// The library that runs scripts which the interpreter does not know.
package enum ScriptEngineLibrary {
  /// Whether this machine has it. Loads it.
  package static var isInstalled: Bool { DynamicLibrary(names: JavaScriptCoreLibrary.names) != nil }
}
