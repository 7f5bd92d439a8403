internal import KilnLottieExpressions
internal import KilnPlatform

/// The functions of JavaScriptCore that are used: its C interface, the same on all systems.
///
/// Loaded when the first script runs: linked, it would take 4 ms of every start.
struct JavaScriptCoreLibrary: Sendable {
  typealias Reference = OpaquePointer
  typealias Exception = UnsafeMutablePointer<OpaquePointer?>
  typealias TimeCallback = @convention(c) (Reference?, UnsafeMutableRawPointer?) -> Bool

  private let makeGroup: @convention(c) () -> Reference?
  private let idleGroups = IdleContextGroups()
  let makeContext: @convention(c) (Reference?, Reference?) -> Reference?
  let releaseContext: @convention(c) (Reference?) -> Void
  /// Whether inspectors are told which native functions were running when an exception leaves the engine: finding and naming
  /// these takes longer than most scripts.
  let setNativeStackReported: (@convention(c) (Reference?, Bool) -> Void)?
  let setTimeLimit: @convention(c) (Reference?, Double, TimeCallback?, UnsafeMutableRawPointer?) -> Void
  private let collectGarbage: (@convention(c) (Reference?) -> Void)?
  let makeText: @convention(c) (UnsafePointer<CChar>?) -> Reference?
  let releaseText: @convention(c) (Reference?) -> Void
  let textCapacity: @convention(c) (Reference?) -> Int
  let copyText: @convention(c) (Reference?, UnsafeMutablePointer<CChar>?, Int) -> Int
  let run: @convention(c) (Reference?, Reference?, Reference?, Reference?, Int32, Exception?) -> Reference?
  let property: @convention(c) (Reference?, Reference?, Reference?, Exception?) -> Reference?
  let call:
    @convention(c) (Reference?, Reference?, Reference?, Int, UnsafePointer<OpaquePointer?>?, Exception?) -> Reference?
  let isFunction: @convention(c) (Reference?, Reference?) -> Bool
  let type: @convention(c) (Reference?, Reference?) -> UInt32
  let typedArrayType: @convention(c) (Reference?, Reference?, Exception?) -> UInt32
  let typedArrayLength: @convention(c) (Reference?, Reference?, Exception?) -> Int
  let typedArrayBytes: @convention(c) (Reference?, Reference?, Exception?) -> UnsafeMutableRawPointer?
  let number: @convention(c) (Reference?, Reference?, Exception?) -> Double
  let text: @convention(c) (Reference?, Reference?, Exception?) -> Reference?
  let makeNumber: @convention(c) (Reference?, Double) -> Reference?
  let makeTextValue: @convention(c) (Reference?, Reference?) -> Reference?
  let makeUndefined: @convention(c) (Reference?) -> Reference?
  let protect: @convention(c) (Reference?, Reference?) -> Void
  let unprotect: @convention(c) (Reference?, Reference?) -> Void

  /// File names of the library: part of macOS, a package of Linux distributions.
  static let names: [String] = {
    #if canImport(Darwin)
      ["/System/Library/Frameworks/JavaScriptCore.framework/JavaScriptCore"]
    #else
      [
        "libjavascriptcoregtk-4.1.so.0", "libjavascriptcoregtk-6.0.so.1", "libjavascriptcoregtk-4.0.so.18",
      ]
    #endif
  }()

  /// Loads the first library that there is.
  ///
  /// - Parameter leavesOutOptimizingCompiler: Only for a library of which there is no context yet.
  /// - Throws: `unavailable`.
  init(names: [String], leavesOutOptimizingCompiler: Bool = false) throws(ScriptError) {
    guard let library = DynamicLibrary(names: names).map(Symbols.init) else {
      throw .unavailable("no \(names.joined(separator: ", no "))")
    }
    if leavesOutOptimizingCompiler { library.leaveOutOptimizingCompiler() }
    library.leaveOutInspector()
    makeGroup = try library["JSContextGroupCreate"]
    makeContext = try library["JSGlobalContextCreateInGroup"]
    releaseContext = try library["JSGlobalContextRelease"]
    setNativeStackReported = library.library.function(
      "JSGlobalContextSetIncludesNativeCallStackWhenReportingExceptions")
    // Declared in a private header, but exported by all versions.
    setTimeLimit = try library["JSContextGroupSetExecutionTimeLimit"]
    collectGarbage = library.library.function("JSSynchronousGarbageCollectForDebugging")
    makeText = try library["JSStringCreateWithUTF8CString"]
    releaseText = try library["JSStringRelease"]
    textCapacity = try library["JSStringGetMaximumUTF8CStringSize"]
    copyText = try library["JSStringGetUTF8CString"]
    run = try library["JSEvaluateScript"]
    property = try library["JSObjectGetProperty"]
    call = try library["JSObjectCallAsFunction"]
    isFunction = try library["JSObjectIsFunction"]
    type = try library["JSValueGetType"]
    typedArrayType = try library["JSValueGetTypedArrayType"]
    typedArrayLength = try library["JSObjectGetTypedArrayLength"]
    typedArrayBytes = try library["JSObjectGetTypedArrayBytesPtr"]
    number = try library["JSValueToNumber"]
    text = try library["JSValueToStringCopy"]
    makeNumber = try library["JSValueMakeNumber"]
    makeTextValue = try library["JSValueMakeString"]
    makeUndefined = try library["JSValueMakeUndefined"]
    protect = try library["JSValueProtect"]
    unprotect = try library["JSValueUnprotect"]
  }

  /// A group for one engine.
  func takeGroup() -> Reference? { idleGroups.take() ?? makeGroup() }

  /// - Parameters:
  ///   - group: One without contexts.
  ///   - isFull: Whether scripts have left so much that it is collected at once, and not when the group is used again.
  func giveBack(_ group: Reference, isFull: Bool) {
    // Without a time limit JavaScriptCore would end a script when the timer that is still running fires.
    setTimeLimit(group, 3600, { _, _ in false }, nil)
    if isFull, let context = makeContext(group, nil) {
      collectGarbage?(context)
      releaseContext(context)
    }
    idleGroups.add(group)
  }

  /// The functions of a loaded library, by their C names.
  private struct Symbols {
    let library: DynamicLibrary

    /// Keeps the engine from compiling hot functions a second time, and from starting threads to compile: scripts of
    /// animations end before that pays. Has no effect once there is a context, and on macOS, which has no such options.
    func leaveOutOptimizingCompiler() {
      let setBoolean: (@convention(c) (UnsafePointer<CChar>, Int32) -> Int32)? = library.function(
        "jsc_options_set_boolean")
      _ = setBoolean?("useDFGJIT", 0)
      _ = setBoolean?("useConcurrentJIT", 0)
    }

    /// Keeps contexts from being offered to inspectors of other processes.
    func leaveOutInspector() {
      let setEnabled: (@convention(c) (Bool) -> Void)? = library.function(
        "JSRemoteInspectorSetInspectionEnabledByDefault")
      setEnabled?(false)
    }

    subscript<Function>(name: String) -> Function {
      get throws(ScriptError) {
        guard let function: Function = library.function(name) else {
          throw .unavailable("no function \(name) in JavaScriptCore")
        }
        return function
      }
    }
  }

  private static let shared = Result { () throws(ScriptError) in
    try JavaScriptCoreLibrary(names: names, leavesOutOptimizingCompiler: true)
  }

  /// The library of this machine, loaded once.
  static func loaded() throws(ScriptError) -> JavaScriptCoreLibrary { try shared.get() }
}
