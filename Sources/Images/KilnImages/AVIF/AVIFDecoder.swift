internal import KilnDiagnostics
internal import KilnPixels

/// Decoder of the first picture of an AVIF file, by libavif.
enum AVIFDecoder {
  /// The picture in sRGB, turned as the file says, and the reason why its colour description is ignored; nil if it is not.
  static func decode(
    _ bytes: [UInt8], limits: Limits
  ) throws(Diagnostic) -> (pixmap: Pixmap, fault: ColorFault?) {
    guard let library = AVIFLibrary.shared else {
      throw .missingLibrary("AVIF", "libavif", packages: "libavif16 or libavif15")
    }
    let boxes = AVIFBoxes(bytes)
    // The library does not say why it refuses a picture.
    if let (width, height) = boxes.size { try limits.check(width: width, height: height, "The AVIF image") }
    let stored = try bytes.withUnsafeBufferPointer { file throws(Diagnostic) in
      try pixels(file, library, limits)
    }
    let picture = DecodedPicture(
      width: stored.width, height: stored.height, pixels: stored.rgba, channels: .rgb, colors: colors(boxes))
    let (pixmap, fault) = picture.standard()
    return (pixmap.turned(quarterTurns(boxes)).turned(reflection(boxes)), fault)
  }

  // MARK: - Pixels

  private static func pixels(
    _ file: UnsafeBufferPointer<UInt8>, _ library: AVIFLibrary, _ limits: Limits
  ) throws(Diagnostic) -> (width: Int, height: Int, rgba: [UInt8]) {
    guard let decoder = library.makeDecoder() else { throw outOfMemory }
    defer { library.destroyDecoder(decoder) }
    typealias Member = AVIFLibrary.DecoderMember
    // The AV1 data may have another size than the file says.
    decoder.storeBytes(of: UInt32(clamping: limits.pixels), toByteOffset: Member.imageSizeLimit, as: UInt32.self)
    decoder.storeBytes(of: UInt32(clamping: limits.side), toByteOffset: Member.imageDimensionLimit, as: UInt32.self)
    // As in Chromium, properties of pixels and clean apertures may be missing or wrong.
    let (onlyAlphaSizes, firstFrames): (UInt32, UInt32) = (4, UInt32(clamping: limits.frames))
    decoder.storeBytes(of: onlyAlphaSizes, toByteOffset: Member.strictFlags, as: UInt32.self)
    decoder.storeBytes(of: firstFrames, toByteOffset: Member.imageCountLimit, as: UInt32.self)
    try check(library.setInput(decoder, file.baseAddress, file.count), library)
    try check(library.parse(decoder), library)
    _ = try image(of: decoder, limits)
    try check(library.nextImage(decoder), library)
    let image = try image(of: decoder, limits)
    return (image.width, image.height, try rgba(image, library))
  }

  /// The decoder's picture, whose size is within the limits.
  private static func image(
    of decoder: AVIFLibrary.Reference, _ limits: Limits
  ) throws(Diagnostic) -> (reference: AVIFLibrary.Reference, width: Int, height: Int) {
    let offset = AVIFLibrary.DecoderMember.image
    guard let image = decoder.load(fromByteOffset: offset, as: AVIFLibrary.Reference?.self) else {
      throw invalid("it has no picture")
    }
    func side(_ offset: Int) -> Int { Int(image.load(fromByteOffset: offset, as: UInt32.self)) }
    let (width, height) = (side(AVIFLibrary.ImageMember.width), side(AVIFLibrary.ImageMember.height))
    try limits.check(width: width, height: height, "The AVIF image")
    guard width > 0, height > 0 else { throw invalid("it has no pixels") }
    return (image, width, height)
  }

  /// Straight RGBA with 8 bits a channel.
  private static func rgba(
    _ image: (reference: AVIFLibrary.Reference, width: Int, height: Int), _ library: AVIFLibrary
  ) throws(Diagnostic) -> [UInt8] {
    let members = library.pictureMembers
    var rgba = [UInt8](repeating: 0, count: image.width * image.height * 4)
    let status = rgba.withUnsafeMutableBytes { pixels in
      withUnsafeTemporaryAllocation(byteCount: members.byteCount, alignment: 16) { picture in
        picture.initializeMemory(as: UInt8.self, repeating: 0)
        // Red, green, blue, alpha is the default.
        library.setDefaults(picture.baseAddress, image.reference)
        picture.storeBytes(of: 8, toByteOffset: members.depth, as: UInt32.self)
        picture.storeBytes(of: pixels.baseAddress, toByteOffset: members.pixels, as: UnsafeMutableRawPointer?.self)
        picture.storeBytes(of: UInt32(image.width * 4), toByteOffset: members.rowBytes, as: UInt32.self)
        return library.convert(image.reference, picture.baseAddress)
      }
    }
    try check(status, library)
    return rgba
  }

  private static func check(_ result: Int32, _ library: AVIFLibrary) throws(Diagnostic) {
    let success: Int32 = 0
    guard result != success else { return }
    throw invalid(library.text(result).map { String(cString: $0) } ?? "code \(result)")
  }

  private static func invalid(_ reason: String) -> Diagnostic {
    Diagnostic(.imageInvalid, "The AVIF image is damaged: \(reason)")
  }

  private static let outOfMemory = Diagnostic.outOfMemory("libavif")

  // MARK: - Properties

  /// The colour profile or else the code points, which libavif leaves to the caller. As in Chromium, what is coded for BT.709,
  /// BT.601 or BT.2020 has the transfer function of sRGB.
  private static func colors(_ boxes: AVIFBoxes) -> [ColorConversion.Candidate] {
    let descriptions = boxes.properties.filter { $0.name == "colr" }.map(\.content)
    if let profile = descriptions.first(where: { $0.starts(with: "prof".utf8) || $0.starts(with: "rICC".utf8) }) {
      guard profile.count <= ColorDescription.largestProfile else { return [.failure(.tooLarge)] }
      return [.success(.profile(Array(profile.dropFirst(4))))]
    }
    guard let codes = descriptions.first(where: { $0.starts(with: "nclx".utf8) }), codes.count >= 8 else { return [] }
    let (primaries, transfer) = (codes[codes.startIndex + 5], codes[codes.startIndex + 7])
    let unspecified: UInt8 = 2
    let isVideo = [1, 6, 14, 15].contains(transfer)
    guard let gamut = primaries == unspecified ? .standard : ColorPrimaries(codePoint: primaries),
      let function = transfer == unspecified || isVideo ? .standard : TransferFunction(codePoint: transfer)
    else { return [.failure(ColorFault(text: "its code points (nclx) are not supported"))] }
    return [.success(.primaries(gamut, function))]
  }

  /// Turns of 90° against the clock (ISO/IEC 23008-12, 6.5.10).
  private static func quarterTurns(_ boxes: AVIFBoxes) -> ImageOrientation {
    switch (boxes.property("irot")?.first ?? 0) & 3 {
    case 1: .threeQuarterTurn
    case 2: .halfTurn
    case 3: .quarterTurn
    default: .upright
    }
  }

  /// Reflection after the turns (6.5.12).
  private static func reflection(_ boxes: AVIFBoxes) -> ImageOrientation {
    boxes.property("imir")?.first.map { $0 & 1 == 1 ? .mirrored : .flipped } ?? .upright
  }
}
