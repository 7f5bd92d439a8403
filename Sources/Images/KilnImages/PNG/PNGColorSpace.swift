internal import KilnCompression

/// Colour space of a PNG file (PNG specification, third edition, 4.3 and 11.3.2).
package enum PNGColorSpace {
  /// Whether the pixel values are sRGB, so that colour chunks can be ignored.
  ///
  /// False if there is a profile that cannot be read, because players may be able to read it.
  package static func isStandard(_ file: [UInt8]) -> Bool {
    ColorTransformCache.shared.use(channels(of: file), candidates(in: file)) { $0.transform == nil && $0.fault == nil }
  }

  /// The channels of the pixels once they are expanded to RGBA.
  static func channels(of file: [UInt8]) -> PixelChannels {
    // Bit 1 of the colour type in the header: colour is used.
    file.count > 25 && file[25] & 2 == 0 ? .grey : .rgb
  }

  /// The descriptions in the order of their precedence: cICP, iCCP, sRGB, then gAMA and cHRM together.
  static func candidates(in file: [UInt8]) -> [ColorConversion.Candidate] {
    let chunks = ColorChunks(file)
    var candidates: [ColorConversion.Candidate] = chunks.isDamaged ? [.failure(.damaged)] : []
    if let codePoints = chunks.cicp { candidates.append(description(codePoints: codePoints)) }
    if let profile = chunks.iccp { candidates.append(description(profile: profile)) }
    if chunks.srgb != nil { candidates.append(.success(.standard)) }
    if let gamma = chunks.gama { candidates.append(description(gamma: gamma, primaries: chunks.chrm)) }
    return candidates
  }

  // MARK: - Chunks

  /// A name, a zero, the method of compression, and the compressed profile.
  private static func description(profile content: ArraySlice<UInt8>) -> ColorConversion.Candidate {
    guard content.count <= ColorDescription.largestProfile else { return .failure(.tooLarge) }
    guard let end = content.prefix(80).firstIndex(of: 0), content.dropFirst(end - content.startIndex + 1).first == 0
    else { return .failure(.damaged) }
    return .success(.deflatedProfile(Array(content[(end + 2)...])))
  }

  /// Code points of primaries, transfer function and matrix, and whether the range is full (ITU-T H.273).
  private static func description(codePoints: ArraySlice<UInt8>) -> ColorConversion.Candidate {
    let codes = Array(codePoints)
    guard codes.count == 4, codes[2] == 0, codes[3] == 1, let primaries = ColorPrimaries(codePoint: codes[0]),
      let function = TransferFunction(codePoint: codes[1])
    else { return .failure(ColorFault(text: "its code points (cICP) are not supported")) }
    return .success(.primaries(primaries, function))
  }

  /// As in browsers, a gamma without primaries that is nearly sRGB's counts as sRGB.
  private static func description(
    gamma: ArraySlice<UInt8>, primaries: ArraySlice<UInt8>?
  ) -> ColorConversion.Candidate {
    guard let gamma = numbers(gamma, count: 1)?.first, gamma > 0 else { return .failure(.damaged) }
    let function = TransferFunction.power(1 / gamma)
    guard let primaries else {
      return .success(abs(gamma * 2.2 - 1) <= 0.05 ? .standard : .primaries(.standard, function))
    }
    guard let points = numbers(primaries, count: 8) else { return .failure(.damaged) }
    return .success(
      .primaries(
        ColorPrimaries(
          red: [points[2], points[3]], green: [points[4], points[5]], blue: [points[6], points[7]],
          white: [points[0], points[1]]), function))
  }

  /// Numbers in parts of 100000.
  private static func numbers(_ content: ArraySlice<UInt8>, count: Int) -> [Double]? {
    let bytes = Array(content)
    guard bytes.count == 4 * count else { return nil }
    return (0..<count).map { index in Double(bytes[4 * index..<4 * index + 4].reduce(0) { $0 << 8 | Int($1) }) / 100_000
    }
  }
}

/// The contents of the chunks about colour. Of several with one name the first undamaged one counts.
private struct ColorChunks {
  private(set) var cicp: ArraySlice<UInt8>?
  private(set) var iccp: ArraySlice<UInt8>?
  private(set) var srgb: ArraySlice<UInt8>?
  private(set) var gama: ArraySlice<UInt8>?
  private(set) var chrm: ArraySlice<UInt8>?
  /// Whether one of them has another checksum than it should.
  private(set) var isDamaged = false

  /// Looks at the chunks before the pixels.
  init(_ file: [UInt8]) {
    for chunk in PNGChunks(file) {
      switch chunk.name {
      case "cICP": cicp = cicp ?? checked(chunk.content, of: file)
      case "iCCP": iccp = iccp ?? checked(chunk.content, of: file)
      case "sRGB": srgb = srgb ?? checked(chunk.content, of: file)
      case "gAMA": gama = gama ?? checked(chunk.content, of: file)
      case "cHRM": chrm = chrm ?? checked(chunk.content, of: file)
      case "IDAT": return
      default: break
      }
    }
  }

  /// The content of a chunk; nil if its checksum is wrong.
  private mutating func checked(_ content: ArraySlice<UInt8>, of file: [UInt8]) -> ArraySlice<UInt8>? {
    let checksum = Checksum.crc32(Array(file[content.startIndex - 4..<content.endIndex]))
    if Int(checksum) == Self.word(file, at: content.endIndex) { return content }
    isDamaged = true
    return nil
  }

  /// Four bytes, the highest first.
  private static func word(_ file: [UInt8], at position: Int) -> Int {
    file[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}

extension ColorPrimaries {
  /// The primaries of a code point (ITU-T H.273, table 2); nil for those that still images do not use.
  init?(codePoint: UInt8) {
    switch codePoint {
    case 1: self = .standard
    case 5: self.init(red: [0.64, 0.33], green: [0.29, 0.6], blue: [0.15, 0.06])
    case 6, 7: self.init(red: [0.63, 0.34], green: [0.31, 0.595], blue: [0.155, 0.07])
    case 9: self.init(red: [0.708, 0.292], green: [0.17, 0.797], blue: [0.131, 0.046])
    case 11: self.init(red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06], white: [0.314, 0.351])
    case 12: self.init(red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06])
    default: return nil
    }
  }
}

extension TransferFunction {
  /// The function of a code point (ITU-T H.273, table 3), as displays show it; nil for high dynamic range.
  init?(codePoint: UInt8) {
    switch codePoint {
    // ITU-R BT.1886 for what BT.709, BT.601 and BT.2020 encode.
    case 1, 6, 14, 15: self = .power(2.4)
    case 4: self = .power(2.2)
    case 5: self = .power(2.8)
    case 8: self = .power(1)
    case 13: self = .standard
    default: return nil
    }
  }
}
