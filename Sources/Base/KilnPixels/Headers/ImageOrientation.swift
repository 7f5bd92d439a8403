/// Rotation and reflection of the stored pixels of a picture for display: the orientation tag of EXIF
/// (CIPA DC-008, 4.6.5.1).
///
/// Quarter turns are clockwise, after the reflection.
public enum ImageOrientation: Int, Sendable, Hashable, CaseIterable {
  /// As stored.
  case upright = 1
  /// Left and right change places.
  case mirrored
  /// Turned by 180°.
  case halfTurn
  /// Top and bottom change places.
  case flipped
  /// Rows become columns: mirrored, then turned by 270°.
  case transposed
  /// Turned by 90°.
  case quarterTurn
  /// Mirrored, then turned by 90°.
  case transversed
  /// Turned by 270°.
  case threeQuarterTurn

  /// Whether rows are shown as columns, so that width and height change places.
  public var swapsSides: Bool { rawValue >= Self.transposed.rawValue }

  /// The orientation in EXIF data, which start with the header of TIFF; upright if they are damaged or do not say.
  ///
  /// As in Chromium, the first tag that is one 16-bit number counts, and no other directory than the first is read.
  init(exif: ArraySlice<UInt8>) {
    self = Self.tag(in: exif) ?? .upright
  }

  private static func tag(in exif: ArraySlice<UInt8>) -> ImageOrientation? {
    let isLittle = exif.starts(with: [0x49, 0x49, 0x2A, 0])
    guard isLittle || exif.starts(with: [0x4D, 0x4D, 0, 0x2A]) else { return nil }
    func number(_ offset: Int, _ count: Int) -> Int? {
      guard offset >= 0, offset <= exif.count - count else { return nil }
      let bytes = exif[exif.startIndex + offset..<exif.startIndex + offset + count]
      return isLittle ? bytes.reversed().reduce(0) { $0 << 8 | Int($1) } : bytes.reduce(0) { $0 << 8 | Int($1) }
    }
    guard let directory = number(4, 4), let count = number(directory, 2) else { return nil }
    // A 16-bit count, so that damaged data cost little.
    for entry in 0..<count {
      let start = directory + 2 + 12 * entry
      guard let tag = number(start, 2), let type = number(start + 2, 2), let values = number(start + 4, 4),
        let value = number(start + 8, 2), number(start + 10, 2) != nil
      else { return nil }
      let (orientation, short) = (0x112, 3)
      if tag == orientation, type == short, values == 1 { return ImageOrientation(rawValue: value) }
    }
    return nil
  }
}

extension Pixmap {
  /// The picture as it is shown in an orientation.
  public func turned(_ orientation: ImageOrientation) -> Pixmap {
    guard orientation != .upright else { return self }
    let size = orientation.swapsSides ? (width: height, height: width) : (width: width, height: height)
    var result = Pixmap(width: size.width, height: size.height)
    // Position of the first pixel in the stored rows, and the steps to the next one to the right and below.
    let (right, bottom) = (width - 1, (height - 1) * width)
    let (first, step, row) =
      switch orientation {
      case .upright: (0, 1, width)
      case .mirrored: (right, -1, width)
      case .halfTurn: (bottom + right, -1, -width)
      case .flipped: (bottom, 1, -width)
      case .transposed: (0, width, 1)
      case .quarterTurn: (bottom, -width, 1)
      case .transversed: (bottom + right, -width, -1)
      case .threeQuarterTurn: (right, width, -1)
      }
    for y in 0..<size.height {
      for x in 0..<size.width { result.pixels[y * size.width + x] = pixels[first + y * row + x * step] }
    }
    return result
  }
}
