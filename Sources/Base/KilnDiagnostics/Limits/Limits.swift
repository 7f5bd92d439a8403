/// Resource limits on inputs. Checked before memory is allocated, so that no file can exhaust the machine.
///
/// Each counts for a whole document, or for a whole timeline, unless it says otherwise: what is counted for a layer, a file or
/// a use of a composition alone, a document can have a hundred thousand times.
public struct Limits: Sendable, Hashable {
  /// Numbers by the raw values of limits.
  private var numbers: [Int]

  /// Limits for files of people whom one knows: `Limit.Row.standard`.
  public init() { self = .standard }

  private init(_ numbers: [Int]) { self.numbers = numbers }

  private static let standard = Limits(Limit.allCases.map(\.row.standard))

  /// Limits for files of strangers: `Limit.Row.untrusted`.
  ///
  /// With them go `LottieExpressions.interpret`, which starts no script engine, and `LocalAssets` with no installed fonts that
  /// follows no links.
  public static let untrusted = Limits(Limit.allCases.map(\.row.untrusted))

  /// The value of a limit.
  public subscript(limit: Limit) -> Int {
    get { numbers[limit.rawValue] }
    set { numbers[limit.rawValue] = newValue }
  }

  /// A multiple of a limit; the largest number if it does not fit.
  public func times(_ factor: Int, _ limit: Limit) -> Int {
    let (product, overflow) = self[limit].multipliedReportingOverflow(by: factor)
    return overflow ? .max : product
  }

  /// Checks that a value does not exceed a limit.
  ///
  /// - Parameters:
  ///   - what: Name of the value in the message.
  ///   - advice: Advice for lowering the value, beside raising the limit; nil for the default advice.
  /// - Throws: `limit.exceeded` if `value` is above the limit.
  public func check(
    _ value: Int, atMost limit: Limit, _ what: @autoclosure () -> String,
    at path: @autoclosure () -> DocumentPath = .root,
    advice: String? = nil
  ) throws(Diagnostic) {
    guard value > self[limit] else { return }
    throw Self.exceeded(what(), value, above: self[limit], limit, at: path(), advice: advice)
  }

  /// Checks that a value does not exceed a bound that follows from a limit.
  ///
  /// - Throws: `limit.exceeded` if `value` is above `bound`.
  public func check(
    _ value: Int, atMost bound: Int, by limit: Limit, _ what: @autoclosure () -> String,
    at path: @autoclosure () -> DocumentPath = .root, advice: String? = nil
  ) throws(Diagnostic) {
    guard value > bound else { return }
    throw Self.exceeded(what(), value, above: bound, limit, at: path(), advice: advice)
  }

  private static func exceeded(
    _ what: String, _ value: Int, above bound: Int, _ limit: Limit, at path: DocumentPath, advice: String?
  ) -> Diagnostic {
    Diagnostic(
      .limitExceeded, "\(what) is \(value), above the limit of \(bound)", at: path, advice: limit.advice(advice))
  }

  /// Checks that a value does not exceed a bound that is no limit of the table: no option raises it.
  ///
  /// - Parameters:
  ///   - what: Name of the value in the message.
  ///   - advice: Advice for lowering the value; nil for the default advice.
  /// - Throws: `limit.exceeded` if `value` is above `limit`.
  public func check(
    _ value: Int, atMost limit: Int, _ what: String, at path: DocumentPath = .root, advice: String? = nil
  ) throws(Diagnostic) {
    guard value > limit else { return }
    throw Diagnostic(
      .limitExceeded, "\(what) is \(value), above the limit of \(limit)", at: path, advice: advice ?? Self.advice)
  }

  /// Advice that fits any limit.
  static let remedy = "make the animation simpler or split it"
  /// Default advice of bounds that no option raises.
  public static let advice = "\(remedy), because this limit is fixed"

  /// Checks an image's size against `side` and `pixels`.
  ///
  /// - Parameters:
  ///   - what: Name of the image in the message.
  /// - Throws: `limit.exceeded` if a side or the number of pixels is too large.
  public func check(
    width: Int, height: Int, _ what: @autoclosure () -> String, at path: @autoclosure () -> DocumentPath = .root
  ) throws(Diagnostic) {
    let advice = "make it smaller"
    try check(max(width, height), atMost: .side, "\(what())'s longer side", at: path(), advice: advice)
    let (product, overflow) = width.multipliedReportingOverflow(by: height)
    try check(
      overflow ? .max : product, atMost: .pixels, "\(what())'s number of pixels", at: path(), advice: advice)
  }
}
