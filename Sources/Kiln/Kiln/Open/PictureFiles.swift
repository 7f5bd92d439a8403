public import KilnDiagnostics
internal import KilnExporting
public import KilnPictureImport
internal import KilnRecognition
internal import KilnTimeline
internal import KilnVideo

/// Opens animations that are stored as pictures.
public enum PictureFiles {
  /// Extensions of the images of a sequence.
  private static let extensions: Set<String> = ["png", "webp", "jpg", "jpeg"]

  /// Names of a folder's images, in which numbers count as such.
  public static func names(in folder: String) -> [String] {
    let names = Files.names(in: folder).filter { name in
      guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return false }
      return extensions.contains(name[name.index(after: dot)...].lowercased())
    }
    return inOrder(names)
  }

  /// A folder's images in the order of their names.
  ///
  /// - Parameters:
  ///   - followsLinks: Whether the images may be symbolic links.
  ///   - uses: Notes what is read; nil if nobody asks.
  /// - Throws: Errors of `PictureAnimation`.
  public static func open(
    folder: String, limits: Limits = Limits(), followsLinks: Bool = true, uses: FileAccessRecord? = nil
  ) throws(Diagnostic) -> PictureAnimation {
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    let paths = names(in: folder).map { base + $0 }
    uses?.read(pictureFolder: folder)
    return try PictureAnimation(sequenceOf: paths.count, limits: limits) { index throws(Diagnostic) in
      do throws(Diagnostic) {
        let bytes = try Files.readRegular(paths[index], limits: limits, followsLinks: followsLinks)
        uses?.read(paths[index], bytes)
        return bytes
      } catch {
        throw Diagnostic(error.rule, "\(paths[index]): \(error.message)", advice: error.advice)
      }
    }
  }

  /// A file's pictures; nil if it holds none. An atlas is opened by its page or by its descriptor beside it.
  ///
  /// - Parameters:
  ///   - path: Path of the file, beside which descriptors and pages are looked for; nil for bytes alone.
  ///   - followsLinks: Whether descriptors and pages may be symbolic links.
  /// - Throws: Errors of `PictureAnimation`.
  public static func open(
    _ bytes: [UInt8], path: String?, limits: Limits = Limits(), followsLinks: Bool = true
  ) throws(Diagnostic) -> PictureAnimation? {
    switch FileKind(bytes) {
    case .picture, .gif:
      if let path, case let beside = Files.sibling(of: path, extension: "json"), Files.isRegular(beside) {
        let json = try Files.readRegular(beside, limits: limits, followsLinks: followsLinks)
        // A Lottie file, the atlas of another picture, or anything else may have the same name.
        if FileKind(json) == .atlas, let descriptor = try? AtlasSheet(pageOf: json, limits: limits),
          Files.lastComponent(of: descriptor.page) == Files.lastComponent(of: path)
        {
          return try PictureAnimation(atlas: pages(of: descriptor, beside: path, limits, followsLinks), limits: limits)
        }
      }
      return try PictureAnimation(bytes, limits: limits)
    case .atlas:
      guard let path else { return nil }
      let descriptor = try AtlasSheet(pageOf: bytes, limits: limits)
      return try PictureAnimation(atlas: pages(of: descriptor, beside: path, limits, followsLinks), limits: limits)
    case .video: return PictureAnimation(try StoredVideo(bytes, limits: limits), limits: limits)
    case .svga, .timeline, .json, .gzip, .archive, nil: return nil
    }
  }

  /// The page of a descriptor, and the further ones that it names with their descriptors.
  private static func pages(
    of first: AtlasSheet, beside path: String, _ limits: Limits, _ followsLinks: Bool
  ) throws(Diagnostic) -> [(descriptor: AtlasSheet, file: [UInt8])] {
    try limits.check(first.related.count, atMost: .atlasPages, "the number of further pages")
    func file(_ name: String, _ what: String) throws(Diagnostic) -> [UInt8] {
      let name = Files.lastComponent(of: name)
      guard !name.isEmpty, case let place = Files.sibling(of: path, named: name), Files.exists(place) else {
        throw Diagnostic(.inputUnknownFormat, "\(what) is not beside its descriptor", advice: "put it there")
      }
      do throws(Diagnostic) {
        return try Files.readRegular(place, limits: limits, followsLinks: followsLinks)
      } catch {
        // The descriptor is there; what it names is at fault.
        guard error.rule.fault == .missingInput else { throw error }
        throw Diagnostic(
          .inputUnknownFormat, "\(what) cannot be read: \(error.message)", advice: "put it beside its descriptor")
      }
    }
    var descriptors = [first]
    var (frameCount, byteCount) = (first.frames.count, 0)
    for name in first.related {
      let bytes = try file(name, "the descriptor “\(name)” of a further page")
      let descriptor = try AtlasSheet(pageOf: bytes, limits: limits)
      guard !descriptors.contains(where: { $0.page == descriptor.page }) else {
        throw Diagnostic(.inputUnknownFormat, "two descriptors of the atlas name the page “\(descriptor.page)”")
      }
      frameCount += descriptor.frames.count
      byteCount += bytes.count
      try limits.check(frameCount, atMost: .frames, "the number of frames")
      try limits.check(byteCount, atMost: .inputBytes, "the size of all descriptors")
      descriptors.append(descriptor)
    }
    var pages: [(descriptor: AtlasSheet, file: [UInt8])] = []
    byteCount = 0
    for descriptor in descriptors {
      let page = try file(descriptor.page, "the page “\(descriptor.page)” of the atlas")
      byteCount += page.count
      try limits.check(byteCount, atMost: .inputBytes, "the size of all pages")
      pages.append((descriptor, page))
    }
    return pages
  }

  /// Pictures in the files of a conversion; nil if there are none.
  ///
  /// - Throws: Errors of `PictureAnimation`.
  static func open(_ files: [NamedFile], limits: Limits) throws(Diagnostic) -> PictureAnimation? {
    guard let main = files.first else { return nil }
    let descriptors = files.filter { FileKind($0.bytes) == .atlas }
    if !descriptors.isEmpty {
      var pages: [(descriptor: AtlasSheet, file: [UInt8])] = []
      for file in descriptors {
        let descriptor = try AtlasSheet(pageOf: file.bytes, limits: limits)
        let page = files.first { Files.lastComponent(of: $0.name) == Files.lastComponent(of: descriptor.page) }
        if let page { pages.append((descriptor, page.bytes)) }
      }
      return try PictureAnimation(atlas: pages, limits: limits)
    }
    // Beside a video there may be a file for its player.
    if FileKind(main.bytes) == .video { return try video(main, limits) }
    guard files.count > 1 else {
      switch FileKind(main.bytes) {
      case .picture, .gif: return try PictureAnimation(main.bytes, limits: limits)
      case .svga, .atlas, .video, .timeline, .json, .gzip, .archive, nil: return nil
      }
    }
    return try PictureAnimation(sequenceOf: files.count, limits: limits) { files[$0].bytes }
  }

  /// A video that Kiln has written. Its media type says what the file does not.
  private static func video(_ file: NamedFile, _ limits: Limits) throws(Diagnostic) -> PictureAnimation {
    // No stranger has made it.
    var limits = limits
    limits[.programBytes] = max(limits[.programBytes], Limit.programBytes.row.standard)
    func parameter(_ name: String) -> String? {
      file.mediaType.firstRange(of: "; \(name)=").map { String(file.mediaType[$0.upperBound...].prefix { $0 != ";" }) }
    }
    var shown: (width: Int, height: Int)?
    if let width = parameter("width").flatMap({ Int($0) }), let height = parameter("height").flatMap({ Int($0) }) {
      shown = (width, height)
    }
    let alpha = parameter("alpha").flatMap(AlphaPlacement.init) ?? .none
    return PictureAnimation(try StoredVideo(file.bytes, alpha: alpha, shown: shown, limits: limits), limits: limits)
  }

  /// Names in the order in which people count them: `9.png` before `10.png`.
  static func inOrder(_ names: [String]) -> [String] {
    names.map { (NumberedName($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }
}
