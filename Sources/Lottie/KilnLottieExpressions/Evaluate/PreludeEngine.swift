internal import KilnLottieFormat

/// A script engine that has the prelude and a document, with the functions of the prelude.
struct PreludeEngine {
  let engine: any ScriptEngine
  let enter: ScriptObject
  let property: ScriptObject
  let behavior: ScriptObject
  let evaluate: ScriptObject
  let stop: ScriptObject
  let takeFailures: ScriptObject

  /// With more layers than this scripts never have all of them made. Random numbers then differ from lottie-web's.
  private static let maximumCountedLayers = 20_000

  /// Gives an engine the document.
  ///
  /// - Parameter footage: JSON texts that expressions read, by the IDs of their assets.
  init(
    _ engine: any ScriptEngine, _ document: LottieDocument, footage: [(id: String, json: [UInt8])]
  ) throws(ScriptError) {
    engine.limitsCallTime = false
    defer { engine.limitsCallTime = true }
    guard case .object(let prelude) = try engine.evaluate(engine.prelude) else {
      throw .thrown("the prelude has no functions")
    }
    let load = try engine.function(named: "load", of: prelude)
    self.engine = engine
    enter = try engine.function(named: "enter", of: prelude)
    property = try engine.function(named: "property", of: prelude)
    behavior = try engine.function(named: "behavior", of: prelude)
    evaluate = try engine.function(named: "evaluate", of: prelude)
    stop = try engine.function(named: "stop", of: prelude)
    takeFailures = try engine.function(named: "takeFailures", of: prelude)
    let addFootage = try engine.function(named: "addFootage", of: prelude)
    for (id, json) in footage {
      // Footage that is no JSON counts as missing, as in lottie-web; the expression that reads it reports that.
      _ = try? engine.call(addFootage, [.text(id), .text(String(decoding: json, as: UTF8.self))])
    }
    let themeSlots = document.themeSlotsBytes.map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    _ = try engine.call(
      load,
      [
        .text(String(decoding: document.jsonBytes, as: UTF8.self)), .text(themeSlots),
        .number(document.expandedLayerCount(nesting: 64) <= Self.maximumCountedLayers ? 1 : 0),
      ])
  }
}
