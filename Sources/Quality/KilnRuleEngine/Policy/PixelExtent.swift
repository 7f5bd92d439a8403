/// A size in pixels of which a side may be anything: `300x300`, `750x*`, `any`.
public struct PixelExtent: Sendable, Hashable {
  /// Width in pixels; nil for any.
  public let width: Int?
  /// Height in pixels; nil for any.
  public let height: Int?

  /// Reads a size; nil if the text is none.
  public init?(_ text: String) {
    if text == "any" {
      (width, height) = (nil, nil)
      return
    }
    let sides = text.split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2 else { return nil }
    for side in sides where side != "*" {
      guard side.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(side), (1...16383).contains(number) else {
        return nil
      }
    }
    width = Int(sides[0])
    height = Int(sides[1])
  }

  /// Whether a size fits.
  public func matches(width: Double, height: Double) -> Bool {
    (self.width.map { Double($0) == width } ?? true) && (self.height.map { Double($0) == height } ?? true)
  }
}

extension PixelExtent: CustomStringConvertible {
  /// The size as it is written in project files.
  public var description: String {
    if width == nil, height == nil { return "any" }
    return "\(width.map { "\($0)" } ?? "*")x\(height.map { "\($0)" } ?? "*")"
  }

  /// The size for messages.
  package var title: String {
    switch (width, height) {
    case (let width?, let height?): "\(width) × \(height) px"
    case (let width?, nil): "\(width) px wide"
    case (nil, let height?): "\(height) px high"
    case (nil, nil): "any size"
    }
  }
}

extension PixelExtent: Codable {
  /// Reads the text.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let size = PixelExtent(text) else {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no size: \(text)"))
    }
    self = size
  }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
