/// A library that is loaded when it is first needed: linking it would make every start of the process longer. Never unloaded.
package struct DynamicLibrary {
  private let handle: UnsafeMutableRawPointer

  /// Loads the first library that there is; nil if there is none.
  package init?(names: [String]) {
    var found: UnsafeMutableRawPointer?
    for name in names where found == nil { found = dlopen(name, RTLD_NOW | RTLD_LOCAL) }
    guard let found else { return nil }
    handle = found
  }

  /// A C function by its name; nil if there is none.
  package func function<Function>(_ name: String) -> Function? {
    dlsym(handle, name).map { unsafeBitCast($0, to: Function.self) }
  }

  /// Names for a library on Linux and in Homebrew's folders on macOS.
  package static func names(_ name: String, version: Int) -> [String] {
    #if canImport(Darwin)
      ["/opt/homebrew/lib", "/usr/local/lib"].map { "\($0)/lib\(name).\(version).dylib" }
    #else
      ["lib\(name).so.\(version)"]
    #endif
  }
}
