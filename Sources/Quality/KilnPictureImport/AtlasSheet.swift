public import KilnDiagnostics
internal import KilnJSON
public import KilnPixels

/// Descriptor of a texture atlas in TexturePacker's JSON form, hash or array.
public struct AtlasSheet: Sendable {
  /// A frame: a region of the page, and where it is shown.
  public struct Frame: Sendable, Hashable {
    /// Name in the descriptor.
    public var name: String
    /// Column of the region's left edge in the page.
    public var x: Double
    /// Row of its top edge.
    public var y: Double
    /// Columns that it takes in the page.
    public var width: Double
    /// Rows that it takes in the page.
    public var height: Double
    /// Whether the page holds it turned clockwise by 90 degrees.
    public var isTurned: Bool
    /// Column of the frame's canvas at which the region is shown.
    public var offsetX: Double
    /// Row of the frame's canvas at which it is shown.
    public var offsetY: Double
    /// Columns of the frame's canvas.
    public var canvasWidth: Double
    /// Rows of the frame's canvas.
    public var canvasHeight: Double
    /// Duration; 0 if the descriptor says nothing.
    public var milliseconds: Double
  }

  /// Columns of the page.
  public let width: Int
  /// Rows of the page.
  public let height: Int
  /// File name of the page; empty if the descriptor has none.
  public let page: String
  /// All frames in the descriptor's order.
  public let frames: [Frame]
  /// File names of the descriptors of further pages.
  public let related: [String]
  /// The animations that the descriptor names, with the indices of their frames on this page.
  private let animations: [(name: String, frames: [Int])]

  /// Indices of the frames of an animation on this page; all if there is no name.
  func sequence(of animation: String?) -> [Int] {
    guard let animation else { return Array(frames.indices) }
    return animations.first { $0.name == animation }?.frames ?? []
  }

  /// Name of the first animation; nil if the descriptor names none.
  var firstAnimation: String? { animations.first?.name }

  /// Whether bytes look like a descriptor and not like a Lottie file, which may be large: by their first member.
  public static func recognizes(_ bytes: [UInt8]) -> Bool {
    let start = String(decoding: bytes.prefix(256), as: UTF8.self).filter { !$0.isWhitespace }
    return start.hasPrefix(#"{"frames":"#) || start.hasPrefix(#"{"animations":"#)
  }

  /// Reads the descriptor of an atlas with one page.
  ///
  /// - Throws: `input.unknownFormat`, `limit.exceeded`, or what a wrong JSON text throws.
  public init(_ bytes: [UInt8], limits: Limits) throws(Diagnostic) {
    try self.init(pageOf: bytes, limits: limits)
    guard related.isEmpty else {
      throw Diagnostic(
        .inputUnknownFormat, "the atlas has several pages, of which only one is looked at here",
        advice: "write it on one page with a larger \(Choice.pageSize)")
    }
  }

  /// Reads the descriptor of one page; `related` are those of the others.
  ///
  /// - Throws: As for an atlas with one page.
  public init(pageOf bytes: [UInt8], limits: Limits) throws(Diagnostic) {
    let root = try JSONTree(bytes, limits: limits).root
    guard let meta = root["meta"], let size = meta["size"], let frames = root["frames"],
      let width = size.integer("w"), let height = size.integer("h")
    else {
      throw Diagnostic(.inputUnknownFormat, "the JSON is neither a Lottie animation nor an atlas' descriptor")
    }
    try limits.check(width: width, height: height, "the page")
    self.width = width
    self.height = height
    page = meta.string("image") ?? ""
    self.frames = frames.children.map(Frame.init)
    let positions = Dictionary(self.frames.enumerated().map { ($0.element.name, $0.offset) }) { first, _ in first }
    animations = (root["animations"]?.children.map { $0 } ?? []).map { list in
      (list.key ?? "", list.children.compactMap { $0.string.flatMap { positions[$0] } })
    }
    related = (meta["related_multi_packs"]?.children.map { $0 } ?? []).compactMap(\.string)
  }

  /// The canvas of a frame with its region of the page.
  ///
  /// - Throws: `input.unknownFormat` if the region lies outside of the page, or `limit.exceeded`.
  public func picture(of frame: Frame, page: Pixmap, limits: Limits) throws(Diagnostic) -> Pixmap {
    let sides = [frame.x, frame.y, frame.width, frame.height, frame.offsetX, frame.offsetY].compactMap(
      Int.init(exactly:))
    guard sides.count == 6, let width = Int(exactly: frame.canvasWidth), let height = Int(exactly: frame.canvasHeight),
      width > 0, height > 0, sides.allSatisfy((-limits.side...limits.side).contains)
    else { throw failure(frame, "its numbers are not those of pixels") }
    try limits.check(width: width, height: height, "the frame “\(frame.name)”")
    let region = PixelRect(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
    guard region.isEmpty || region.intersection(page.bounds) == region else {
      throw failure(frame, "its region lies outside of the page")
    }
    var canvas = Pixmap(width: width, height: height)
    guard !region.isEmpty else { return canvas }
    let stored = page.cropped(to: region)
    canvas.composite(frame.isTurned ? stored.turnedBack : stored, x: sides[4], y: sides[5])
    return canvas
  }

  private func failure(_ frame: Frame, _ reason: String) -> Diagnostic {
    Diagnostic(
      .inputUnknownFormat, "the atlas' frame “\(frame.name)” cannot be taken from its page: \(reason)",
      advice: "write page and descriptor together")
  }
}

extension AtlasSheet.Frame {
  fileprivate init(_ json: JSONValue) {
    let area = json["frame"]
    // A region that is turned is as wide in the page as it is high.
    let isTurned = json.isTruthy("rotated")
    let (width, height) = (area?.number("w") ?? 0, area?.number("h") ?? 0)
    let shown = json["spriteSourceSize"]
    self.init(
      name: json.string("filename") ?? json.key ?? "", x: area?.number("x") ?? 0, y: area?.number("y") ?? 0,
      width: isTurned ? height : width, height: isTurned ? width : height, isTurned: isTurned,
      offsetX: shown?.number("x") ?? 0, offsetY: shown?.number("y") ?? 0,
      canvasWidth: json["sourceSize"]?.number("w") ?? width, canvasHeight: json["sourceSize"]?.number("h") ?? height,
      milliseconds: json.number("duration") ?? 0)
  }
}

extension Pixmap {
  /// The picture turned counterclockwise by 90 degrees.
  fileprivate var turnedBack: Pixmap {
    var result = Pixmap(width: height, height: width)
    for y in 0..<result.height {
      for x in 0..<result.width { result[x, y] = self[width - 1 - y, x] }
    }
    return result
  }
}
