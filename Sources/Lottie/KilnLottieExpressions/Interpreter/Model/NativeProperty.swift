internal import KilnJSON
internal import KilnLottieFormat

/// A property over time, with its expression: the counterpart of `Property` in the prelude.
final class NativeProperty {
  /// Owner of a property of a shape or an effect, for `propertyGroup`.
  enum Place {
    /// In an item, such as the colour of a fill.
    case item(Unowned<NativeItem>)
    /// In an item that is passed over.
    case insideListOf(Unowned<NativeItem>)
    case groupTransform(Unowned<NativeItem>)
    case effect(Unowned<NativeEffect>)
  }

  /// Result of an evaluation.
  struct Result {
    var value: ScriptProperty.Value
    /// The evaluation for which it is right; 0 for all.
    var request: Int
  }

  unowned let element: NativeElement
  let json: JSONValue?
  let kind: LottieScriptKind
  /// Factor from the file's unit to the unit in which lottie-web stores the value; 1 if they are the same.
  let factor: Double
  /// The text of its expression; nil if it has none.
  let source: String?
  /// Its keyframes; nil if they are left to the engine.
  private(set) lazy var keyframes = readKeyframes()
  private let fixed: ScriptProperty?
  private(set) lazy var program: NativeProgram? = source.flatMap(element.document.programs.program)
  var place: Place?
  /// Whether it turns around three axes at once; on the way from one to another only the engine knows how.
  var isOrientation = false
  /// Lengths of the path by the frames at which they were measured.
  @exclusivity(unchecked) var lengths: [Double: NativePathLength] = [:]
  /// The value at all times.
  @exclusivity(unchecked) var constant: ScriptProperty.Value?
  @exclusivity(unchecked) var isRunning = false
  /// Whether it has come to something that only the engine knows.
  @exclusivity(unchecked) var isLeftToEngine = false
  /// Results of evaluations, by the numbers of their frames; nil for frames that have not been evaluated.
  @exclusivity(unchecked) private var results: [Result?] = []

  init(_ json: JSONValue, as kind: LottieScriptKind, factor: Double, of element: NativeElement) {
    self.json = json
    self.kind = kind
    self.factor = factor
    self.element = element
    source = json.string("x").flatMap { $0.isEmpty ? nil : $0 }
    fixed = nil
  }

  /// A property that the file does not have, with a fixed value.
  init(fixed numbers: [Double], as kind: LottieScriptKind, factor: Double, of element: NativeElement) {
    json = nil
    self.kind = kind
    self.factor = factor
    self.element = element
    source = nil
    fixed = ScriptProperty(fixed: numbers, kind: kind, factor: factor)
  }

  private func readKeyframes() -> ScriptProperty? {
    guard let json else { return fixed }
    // The tangents of a completed layer are absolute.
    if kind == .path, element.isCompleted { return nil }
    let read = ScriptProperty(json, as: kind, factor: factor, startTime: element.startTime)
    return isOrientation && read?.isAnimated == true ? nil : read
  }

  func result(_ stamp: Int) -> Result? { results.indices.contains(stamp) ? results[stamp] : nil }

  /// Returns how much more is kept than before, in units of about 64 bytes.
  func keep(_ result: Result, _ stamp: Int) -> Int {
    let count = results.count
    while results.count <= stamp { results.append(nil) }
    results[stamp] = result
    guard case .path(let path) = result.value else { return results.count - count }
    return results.count - count + path.vertices.count
  }
}
