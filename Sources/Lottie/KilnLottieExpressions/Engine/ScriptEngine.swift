package import KilnDiagnostics

/// Runs scripts in a context of its own, which reaches nothing outside of it: no files, no network, no clock of the host.
///
/// Not for several threads at the same time.
package protocol ScriptEngine: AnyObject {
  /// The program that makes a document accessible to its expressions; its value has the functions that importers call.
  var prelude: String { get }

  /// Whether the time of one call is limited, too, and not only that of all calls.
  ///
  /// False while the prelude reads the document and tells of scripts that were ended: no expression takes that time.
  var limitsCallTime: Bool { get set }

  /// Runs a program.
  ///
  /// - Returns: The value of its last expression.
  func evaluate(_ source: String) throws(ScriptError) -> ScriptValue

  /// The function that is a member of an object.
  func function(named name: String, of object: ScriptObject) throws(ScriptError) -> ScriptObject

  /// Calls a function.
  func call(_ function: ScriptObject, _ arguments: [ScriptValue]) throws(ScriptError) -> ScriptValue

  /// Counts time that scripts have taken outside of the engine, in seconds, as if they had run in it.
  func countTime(_ seconds: Double)
}

/// A value that goes into a script or comes out of it.
package enum ScriptValue: Sendable, Hashable {
  /// Also null.
  case undefined
  case number(Double)
  case text(String)
  /// The elements of a `Float32Array` or `Float64Array`. Scripts give them, but do not get them.
  case numbers([Double])
  case object(ScriptObject)
}

/// An object of a script, as long as its engine lives.
package struct ScriptObject: Sendable, Hashable {
  /// Number of the object in its engine.
  package let index: Int

  /// An object of the engine that counts it.
  package init(index: Int) { self.index = index }
}

/// Why a script has no result.
package enum ScriptError: Error, Sendable, Hashable {
  /// There is no engine; the text says what was looked for.
  case unavailable(String)
  /// The package was built without its engine.
  case leftOut
  /// The caller lets no engine run.
  case refused
  /// The engine would end the process when it starts, because the system gives it too little; the text says of what.
  case noRoom(String)
  /// The script threw this, as text.
  case thrown(String)
  /// It was ended because it ran too long.
  case outOfTime
  /// It was ended, or not begun, because all scripts of the engine together ran too long.
  case outOfTotalTime
  /// It was ended because it took too much memory.
  case outOfMemory
}

/// Limits of scripts on time and memory.
///
/// Engines look at the limits between the steps of a script. A step that takes long, such as a regular expression on a long
/// text, may go beyond them, and may never end; `ScriptWatchdog` notices that.
package struct ScriptLimits: Sendable, Hashable {
  /// Processor time of one call in seconds.
  package var callTime: Double
  /// Processor time of all calls of an engine in seconds.
  package var totalTime: Double
  /// Growth of the process's resident memory during a call, in bytes.
  package var memory: Int

  /// Processor time in seconds and memory in bytes above which a call is not expected to end.
  package var unexpected: (time: Double, memory: Int) { (callTime * 2, Int(Double(memory) * 2)) }

  /// The limits of scripts among those of a document.
  package init(_ limits: Limits = Limits()) {
    (callTime, totalTime) = (Double(limits[.expressionCallTime]), Double(limits[.expressionTime]))
    memory = limits[.expressionMemory]
  }
}
