internal import KilnDiagnostics
internal import KilnImages
internal import KilnJSON
internal import KilnPixels
internal import KilnTimeline

/// The pages beside a timeline file, of which pictures are cut. Each is decoded when its first picture is read.
struct TimelinePages {
  private let files: [JSONValue]
  private let limits: Limits
  private let load: (String) throws(Diagnostic) -> [UInt8]?
  private var pixels: [Int: Pixmap] = [:]

  init(
    _ root: JSONValue, limits: Limits, _ load: @escaping (String) throws(Diagnostic) -> [UInt8]?
  ) throws(Diagnostic) {
    files = try root.elements("pages").map { Array($0) } ?? []
    self.limits = limits
    self.load = load
  }

  /// A picture that is on a page.
  ///
  /// - Throws: `timeline.file.invalid` if the page is not there or smaller than the file says, or what decoding it throws.
  mutating func image(_ value: JSONValue, _ portable: inout PortableImages) throws(Diagnostic) -> ImageAsset {
    let page = try page(at: try value.required("page").integer(in: 0..<files.count), of: value)
    let side = 0..<limits.side.addingClamped(1)
    let area = PixelRect(
      x: try value.required("x").integer(in: side), y: try value.required("y").integer(in: side),
      width: try value.required("width").integer(in: side), height: try value.required("height").integer(in: side))
    guard !area.isEmpty, area.intersection(page.bounds) == area else {
      throw value.invalid("this picture reaches beyond its page, \(page.width) × \(page.height) px")
    }
    let bytes = try portable.file(with: page.cropped(to: area))
    guard let image = ImageAsset(name: try value.required("name").text(), bytes: bytes) else {
      throw value.invalid("this image has no size")
    }
    return image
  }

  private mutating func page(at index: Int, of value: JSONValue) throws(Diagnostic) -> Pixmap {
    if let page = pixels[index] { return page }
    let name = try files[index].required("file").text()
    guard let bytes = try load(name) else {
      throw value.invalid("this picture is on the page “\(name)”, which is not beside the file")
    }
    let page = try ImageDecoder.decode(bytes, limits: limits)
    pixels[index] = page
    return page
  }
}
