/// The names that scripts have, as far as they are evaluated without an engine.
enum NativeName: String {
  // Names of the property and its layer.
  case value, time, thisProperty, thisLayer, thisComp, transform, active, index, name, inPoint, outPoint,
    numKeys, toWorld, fromWorld, toComp, fromComp, fromCompToSurface, loopIn, loop_in, loopOut, loop_out,
    valueAtTime, velocityAtTime, key, nearestKey, content, effect, hasParent, parent, anchorPoint
  case bodymovinTransform = "$bm_transform"
  // Constants.
  case undefined
  case notNumber = "NaN"
  case infinity = "Infinity"
  case math = "Math"
  // Functions.
  case sum, add, sub, mul, div, mod, clamp, length, normalize, linear, ease, easeIn, easeOut, createPath,
    wiggle, radiansToDegrees, radians_to_degrees, degreesToRadians, degrees_to_radians
  case bodymovinSum = "$bm_sum"
  case bodymovinSub = "$bm_sub"
  case bodymovinMul = "$bm_mul"
  case bodymovinDiv = "$bm_div"
  case bodymovinMod = "$bm_mod"
  case negated = "$bm_neg"
  case isInstanceOfArray = "$bm_isInstanceOfArray"

  /// Whether scripts have the name in the engine, or it is no name at all.
  static func isLeftToEngine(_ name: String) -> Bool { engineNames.contains(name) || reserved.contains(name) }

  /// Global names of the engine, and names of the prelude that only the engine resolves.
  private static let engineNames: Set<String> = [
    "Object", "Function", "Array", "Number", "Boolean", "String", "Symbol", "JSON", "RegExp", "BigInt", "Reflect",
    "Map", "Set", "WeakMap", "WeakSet", "Error", "TypeError", "RangeError", "ReferenceError", "SyntaxError",
    "EvalError", "URIError", "parseInt", "parseFloat", "isNaN", "isFinite", "eval", "globalThis", "encodeURI",
    "encodeURIComponent", "decodeURI", "decodeURIComponent", "escape", "unescape", "ArrayBuffer", "DataView",
    "Float32Array", "Float64Array", "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array",
    "Int32Array", "Uint32Array", "width", "height", "globalData", "comp", "loopInDuration", "loopOutDuration", "smooth",
    "framesToTime", "seedRandom", "sourceRectAtTime", "$frameRate", "$wiggle", "position", "rotation", "scale", "text",
    "textIndex", "textTotal", "selectorValue", "mask", "velocity", "_lottieGlobal", "posterizeTime", "timeToFrames",
    "substring", "substr", "lookAt", "rgbToHsl", "hslToRgb", "random", "BMMath", "window", "document",
    "XMLHttpRequest", "fetch", "frames", "arguments", "this", "values",
    // Members of all objects, including the global object.
    "toString", "toLocaleString", "valueOf", "constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable",
    "__proto__", "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__",
  ]

  /// Words that are no names in strict scripts, of which some begin statements.
  static let reserved: Set<String> = [
    "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else", "enum",
    "export", "extends", "false", "finally", "for", "function", "if", "implements", "import", "in", "instanceof",
    "interface", "let", "new", "null", "package", "private", "protected", "public", "return", "static", "super",
    "switch", "this", "throw", "true", "try", "typeof", "var", "void", "while", "with", "yield", "await", "async", "of",
    "get", "set", "arguments", "eval",
  ]
}
