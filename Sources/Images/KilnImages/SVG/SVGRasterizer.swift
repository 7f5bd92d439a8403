internal import KilnDiagnostics
internal import KilnPixels

/// Draws SVG images by librsvg, as a browser shows them in an image element: without scripts, and without any other file.
enum SVGRasterizer {
  /// Pixels above which a picture has a lower resolution. No limit of what a file may be: the picture is drawn all the same.
  private static let maximumPixels = 16.0 * 1024 * 1024
  /// Pixels of CSS to the inch.
  private static let resolution = 96.0

  /// The picture of a document in its own size.
  ///
  /// - Throws: As `draw(_:in:time:limits:)`.
  static func draw(_ bytes: [UInt8], limits: Limits) throws(Diagnostic) -> Pixmap {
    var time = Double(limits[.vectorImageTime])
    return try draw(bytes, in: nil, time: &time, limits: limits)
  }

  /// The picture of a document.
  ///
  /// - Parameters:
  ///   - box: Box into which the image is drawn; nil for its own size.
  ///   - time: Processor time that may be spent, in seconds; what is spent is subtracted.
  /// - Throws: `image.library.missing`, `image.data.invalid`, `image.feature.unsupported` or `limit.exceeded`.
  static func draw(
    _ bytes: [UInt8], in box: ImageBox?, time: inout Double, limits: Limits
  ) throws(Diagnostic) -> Pixmap {
    guard bytes.count <= limits[.vectorImageBytes] else {
      // As any other image that is not drawn: the rest of the document may be.
      throw Diagnostic(
        .imageUnsupported,
        "the number of bytes of an SVG image is \(bytes.count), above the limit of \(limits[.vectorImageBytes])",
        advice: Limit.vectorImageBytes.advice("export it as PNG"))
    }
    guard let library = SVGLibrary.shared else {
      throw .missingLibrary("SVG", "librsvg", packages: "librsvg2-2")
    }
    guard time > 0 else {
      throw Diagnostic(
        .imageUnsupported, "The SVG images of the file take too long to draw",
        advice: Limit.vectorImageTime.advice("export them as PNG"))
    }
    let (result, spent) = TimedThread.run(time: time) { Self.picture(bytes, box, library, limits) }
    time -= spent
    guard let result else {
      guard spent > 0 else {
        throw Diagnostic(
          .imageUnsupported, "The SVG image cannot be drawn: no thread can be started",
          advice: "raise the limits that the system sets on the process (`ulimit -a` prints them)")
      }
      throw Diagnostic(
        .imageUnsupported, "The SVG image takes too long to draw: it was given up after \(Int(spent.rounded())) s",
        advice: Limit.vectorImageTime.advice("export it as PNG"))
    }
    return try result.get()
  }

  private static func picture(
    _ bytes: [UInt8], _ box: ImageBox?, _ library: SVGLibrary, _ limits: Limits
  ) -> Result<Pixmap, Diagnostic> {
    Result { () throws(Diagnostic) in
      var failure: UnsafeMutableRawPointer?
      guard let document = library.makeDocument(bytes, bytes.count, &failure) else { throw invalid(failure, library) }
      defer { library.releaseObject(document) }
      library.setResolution(document, resolution)
      let (viewport, picture) = size(of: document, library).layout(in: box.flatMap { $0.isUsable ? $0 : nil })
      let maximum = maximumPixels / Double(max(1, try layerCount(of: bytes)))
      let reduction = min(1, (maximum / max(1, picture.width * picture.height)).squareRoot())
      let (width, height) = (side(picture.width * reduction), side(picture.height * reduction))
      try limits.check(width: width, height: height, "The SVG image")
      guard viewport.width > 0, viewport.height > 0, width > 0, height > 0 else {
        throw Diagnostic(.imageInvalid, "The SVG image has no area")
      }
      return try draw(document, viewport, width, height, library)
    }
  }

  /// Number of pictures that the filters of a document may take in memory, four at a time counted as one.
  ///
  /// - Throws: `image.feature.unsupported` for a document whose entities may multiply its filters.
  private static func layerCount(of bytes: [UInt8]) throws(Diagnostic) -> Int {
    let count = occurrences(of: "<fe", in: bytes) + occurrences(of: ":fe", in: bytes)
    // Entities may also hold elements whose brackets are written as numbers.
    let isHidden = count > 0 || occurrences(of: "&#", in: bytes) > 0
    guard isHidden, occurrences(of: "<!ENTITY", in: bytes) > 0 else { return count / 4 }
    throw Diagnostic(
      .imageUnsupported, "The SVG image has filters together with entities", advice: "export it as PNG")
  }

  private static func occurrences(of text: StaticString, in bytes: [UInt8]) -> Int {
    let pattern = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return bytes.indices.count { bytes[$0] == pattern[0] && bytes[$0...].starts(with: pattern) }
  }

  /// A side in whole pixels.
  private static func side(_ length: Double) -> Int {
    // Hardly more than whole comes from units.
    length.isFinite ? Int(min(max(0, (length - 1e-3).rounded(.up)), 1e9)) : 0
  }

  private static func draw(
    _ document: SVGLibrary.Reference, _ viewport: (width: Double, height: Double), _ width: Int, _ height: Int,
    _ library: SVGLibrary
  ) throws(Diagnostic) -> Pixmap {
    // 32 bits a pixel, premultiplied, with alpha in the highest byte.
    let format: Int32 = 0
    let surface = library.makeSurface(format, Int32(clamping: width), Int32(clamping: height))
    defer { library.releaseSurface(surface) }
    guard let surface, library.surfaceStatus(surface) == 0, let context = library.makeContext(surface) else {
      throw Diagnostic.outOfMemory("cairo")
    }
    defer { library.releaseContext(context) }
    library.scale(context, Double(width) / viewport.width, Double(height) / viewport.height)
    var failure: UnsafeMutableRawPointer?
    var rectangle = SVGLibrary.Rectangle(width: viewport.width, height: viewport.height)
    guard library.render(document, context, &rectangle, &failure) != 0 else { throw invalid(failure, library) }
    library.flush(surface)
    guard let pixels = library.pixels(surface) else { throw Diagnostic.outOfMemory("cairo") }
    let stride = Int(library.stride(surface))
    var result: [UInt32] = []
    result.reserveCapacity(width * height)
    for y in 0..<height {
      let row = UnsafeRawBufferPointer(start: pixels + y * stride, count: 4 * width).bindMemory(to: UInt32.self)
      result.append(contentsOf: row.lazy.map { $0 & 0xFF00_FF00 | $0 >> 16 & 0xFF | ($0 & 0xFF) << 16 })
    }
    return Pixmap(width: width, height: height, pixels: result)
  }

  private static func size(of document: SVGLibrary.Reference, _ library: SVGLibrary) -> SVGSize {
    var (hasWidth, hasHeight, hasViewBox): (Int32, Int32, Int32) = (0, 0, 0)
    var (width, height) = (SVGLibrary.Length(), SVGLibrary.Length())
    var viewBox = SVGLibrary.Rectangle()
    library.dimensions(document, &hasWidth, &width, &hasHeight, &height, &hasViewBox, &viewBox)
    let ratio = viewBox.width / viewBox.height
    return SVGSize(
      width: hasWidth != 0 ? width.pixels : nil, height: hasHeight != 0 ? height.pixels : nil,
      viewBoxRatio: hasViewBox != 0 && ratio.isFinite && ratio > 0 ? ratio : nil)
  }

  /// The failure that a `GError` describes: a domain and a code of 32 bits each, then its text.
  private static func invalid(_ failure: UnsafeMutableRawPointer?, _ library: SVGLibrary) -> Diagnostic {
    guard let failure else { return Diagnostic(.imageInvalid, "The SVG image is damaged") }
    defer { library.releaseError(failure) }
    let text = failure.load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self).map { String(cString: $0) } ?? ""
    let line = text.split(whereSeparator: \.isNewline).first.map { String($0.prefix(200)) } ?? ""
    return Diagnostic(.imageInvalid, "The SVG image is damaged: \(line)")
  }
}

extension SVGLibrary.Length {
  /// Units of `RsvgUnit` in pixels of CSS; nil for shares of the rectangle in which the document is shown.
  fileprivate var pixels: Double? {
    // Pixels, em and ex of 16 pixels, inches, centimetres, millimetres, points, picas.
    let units: [Int32: Double] = [1: 1, 2: 16, 3: 8, 4: 96, 5: 96 / 2.54, 6: 96 / 25.4, 7: 96.0 / 72, 8: 16]
    guard let factor = units[unit], value.isFinite else { return nil }
    return value * factor
  }
}

extension ImageBox {
  /// Whether the rectangle has an area.
  fileprivate var isUsable: Bool { width > 0 && height > 0 && width.isFinite && height.isFinite }
}
