internal import KilnGeometry
internal import KilnJSON

/// JSON text of values and properties, as edits need it.
enum EditText {
  /// A number; 0 for one that is not finite.
  static func number(_ value: Double, decimals: Int = 3) -> String { text { $0.number(value, decimals: decimals) } }

  static func array(_ values: some Sequence<Double>, decimals: Int = 3) -> String {
    text { $0.numbers(values, decimals: decimals) }
  }

  /// Components of colours, 0…1, as short as they can be without becoming darker: players cut them down to whole bytes.
  static func colors(_ values: some Sequence<Double>) -> String {
    array(values.map(color), decimals: 4)
  }

  /// A component of a colour.
  static func color(_ value: Double) -> Double {
    let short = value.rounded(decimals: 4)
    return (short * 255).rounded(.down) < (value * 255 + 1e-6).rounded(.down) ? short + 0.0001 : short
  }

  /// A vector that does not change.
  static func fixed(_ value: [Double]) -> String { text { $0.staticProperty(value, .vector) } }

  /// A number that does not change.
  static func fixed(_ value: Double) -> String { text { $0.staticProperty([value], .scalar) } }

  /// A property of numbers.
  static func property(_ keyframes: [FittedKeyframe], decimals: Int = 3) -> String {
    text {
      $0.property(
        keyframes, keyframes.first.map { $0.value.count > 1 } ?? false ? .vector : .scalar, decimals: decimals)
    }
  }

  /// A property of paths, whose values are those of `numbers(of:)`.
  static func paths(_ keyframes: [FittedKeyframe], isClosed: Bool) -> String {
    text { $0.property(keyframes, .path(isClosed: isClosed)) }
  }

  /// A path that does not change.
  static func path(_ contour: Contour) -> String {
    text { $0.staticProperty(numbers(of: contour), .path(isClosed: contour.isClosed)) }
  }

  /// A contour as a row of numbers: for each vertex its point and both control points.
  static func numbers(of contour: Contour) -> [Double] {
    contour.vertices.flatMap { vertex in
      [
        vertex.point.x, vertex.point.y, vertex.incoming.x, vertex.incoming.y, vertex.outgoing.x, vertex.outgoing.y,
      ]
    }
  }

  private static func text(_ body: (inout LottieText) -> Void) -> String {
    var text = LottieText()
    body(&text)
    return String(decoding: text.bytes, as: UTF8.self)
  }
}
