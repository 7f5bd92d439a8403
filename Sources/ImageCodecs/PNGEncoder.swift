internal import CPNG
public import Diagnostics
public import Pixels

/// Turns pixels into a PNG image.
public enum PNGEncoder {
  /// How much work goes into finding the best row filter.
  public enum Strategy: Sendable, Hashable {
    /// No filters. On atlases of drawn artwork about a quarter smaller than the usual heuristic, and the fastest.
    case fast
    /// Tries six ways to filter and keeps the smallest image; six times the work.
    case small
  }

  /// Encodes as RGBA, eight bits a channel, straight alpha, without any further chunks.
  ///
  /// The same pixels always give the same bytes with one version of libpng and zlib. Transparent pixels are written as
  /// transparent black. `ImageDecoder` gives equal pixels back.
  ///
  /// - Parameter level: 0 stores, 1 is fast, 9 is small.
  /// - Throws: `image.encode.failed` if the picture has no pixels or more than a million along a side.
  /// - Precondition: `level` is in `0...9`.
  public static func encode(
    _ pixmap: Pixmap, level: Int = 6, strategy: Strategy = .fast
  ) throws(Diagnostic) -> [UInt8] {
    precondition((0...9).contains(level), "compression levels go from 0 to 9")
    let rgba = pixmap.straightRGBA
    var best: [UInt8]?
    for filters in strategy.filters {
      let image = try encode(rgba, width: pixmap.width, height: pixmap.height, level: level, filters: filters)
      if image.count < best?.count ?? .max { best = image }
    }
    return best ?? []
  }

  private static func encode(
    _ rgba: [UInt8], width: Int, height: Int, level: Int, filters: Int32
  ) throws(Diagnostic) -> [UInt8] {
    var output = kiln_png_output()
    defer { free(output.bytes) }
    var message = ShimMessage()
    let capacity = message.capacity
    let isDone = kiln_png_encode(
      rgba, UInt32(clamping: width), UInt32(clamping: height), Int32(level), filters, &output, &message.characters,
      capacity)
    guard isDone == 1 else {
      throw Diagnostic(.imageNotEncodable, "The PNG image cannot be written: \(message.text ?? "out of memory")")
    }
    return Array(UnsafeBufferPointer(start: output.bytes, count: output.count))
  }
}

extension PNGEncoder.Strategy {
  /// Masks of libpng's filters to try; with several filters in one mask, libpng chooses for each row.
  fileprivate var filters: [Int32] {
    let single = [PNG_FILTER_NONE, PNG_FILTER_SUB, PNG_FILTER_UP, PNG_FILTER_AVG, PNG_FILTER_PAETH]
    return switch self {
    case .fast: [PNG_FILTER_NONE]
    case .small: single + [single.reduce(0, |)]
    }
  }
}
