internal import KilnDiagnostics
internal import KilnImages
internal import KilnPixels

/// The frames of an atlas' first animation, or all frames if no animation has a name, on one or several pages.
struct PagedAtlas: Sendable {
  private let descriptors: [AtlasSheet]
  private let pages: [Pixmap]
  /// The frames in order, each with the index of its page.
  let frames: [(frame: AtlasSheet.Frame, page: Int)]

  /// - Throws: `input.unknownFormat`, `limit.exceeded`, or what decoding a page throws.
  init(_ files: [(descriptor: AtlasSheet, file: [UInt8])], limits: Limits) throws(Diagnostic) {
    descriptors = files.map(\.descriptor)
    var frames: [(frame: AtlasSheet.Frame, page: Int)] = []
    let animation = descriptors.lazy.compactMap(\.firstAnimation).first
    for (page, descriptor) in descriptors.enumerated() {
      frames += descriptor.sequence(of: animation).map { (descriptor.frames[$0], page) }
    }
    // The lists of several pages say nothing of the order between pages; names do, unless a frame is shown more than once.
    if descriptors.count > 1, Set(frames.map(\.frame.name)).count == frames.count {
      frames.sort { NumberedName($0.frame.name) < NumberedName($1.frame.name) }
    }
    guard !frames.isEmpty else { throw Diagnostic(.inputUnknownFormat, "the atlas has no frames") }
    try limits.check(frames.count, atMost: .frames, "the number of frames")
    self.frames = frames
    var pages: [Pixmap] = []
    var memory = 0
    for file in files {
      // Size from the page itself, because descriptors may be wrong.
      guard let header = ImageHeader(file.file) else {
        throw Diagnostic(.imageFormatUnknown, "a page of the atlas is neither PNG, JPEG nor WebP")
      }
      let (sum, overflow) = memory.addingReportingOverflow(header.decodedBytes)
      memory = overflow ? .max : sum
      try limits.check(memory, atMost: .decodedImageBytes, "the memory of all pages")
      pages.append(try ImageDecoder.decode(file.file, limits: limits))
    }
    self.pages = pages
  }

  /// The canvas with a frame.
  ///
  /// - Throws: `input.unknownFormat` or `limit.exceeded`.
  func picture(at index: Int, limits: Limits) throws(Diagnostic) -> Pixmap {
    let (frame, page) = frames[index]
    return try descriptors[page].picture(of: frame, page: pages[page], limits: limits)
  }
}
