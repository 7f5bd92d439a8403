public import KilnDiagnostics

/// The zlib format (RFC 1950), used by SVGA 2.x files and PNG.
public enum Zlib {
  /// Inflates a stream to at most `limit` bytes. Bytes after the end of the stream are ignored.
  ///
  /// - Throws: `compression.data.truncated`, `compression.data.invalid` with the byte offset, or `limit.exceeded`.
  public static func inflate(_ bytes: [UInt8], limit: Int) throws(Diagnostic) -> [UInt8] {
    do throws(DeflateStream.Failure) {
      return try DeflateStream.inflate(bytes, in: 0..<bytes.count, wrapping: .zlib, limit: limit).output
    } catch {
      throw error.diagnostic("The zlib stream", limit: limit)
    }
  }

  /// Deflates bytes into one stream. Deterministic for one version of libdeflate.
  ///
  /// - Parameter level: libdeflate level, from 0 (stored) to 12 (smallest).
  /// - Throws: `internal.error` if memory is exhausted.
  /// - Precondition: `level` is in 0…12.
  public static func deflate(_ bytes: [UInt8], level: Int = 12) throws(Diagnostic) -> [UInt8] {
    do throws(DeflateStream.Failure) {
      return try DeflateStream.deflate(bytes, wrapping: .zlib, level: level)
    } catch {
      throw error.diagnostic("The zlib stream", limit: .max)
    }
  }

  /// Deflates bytes into one stream, as `deflate(_:level:)`; nil, and mostly sooner, if it is not shorter than asked.
  ///
  /// - Throws: `internal.error` if memory is exhausted.
  /// - Precondition: `level` is in 0…12.
  public static func deflate(_ bytes: [UInt8], level: Int, shorterThan limit: Int) throws(Diagnostic) -> [UInt8]? {
    do throws(DeflateStream.Failure) {
      return try DeflateStream.deflate(bytes, wrapping: .zlib, level: level, shorterThan: limit)
    } catch {
      throw error.diagnostic("The zlib stream", limit: .max)
    }
  }

  /// Deflates rows of pictures into one stream.
  ///
  /// Deterministic, whatever the version of libdeflate is.
  ///
  /// - Parameters:
  ///   - pixel: Bytes of a pixel.
  ///   - line: Bytes of a row.
  /// - Returns: Nil if there is nothing to deflate, or a gigabyte, or if a pixel or a row has no bytes.
  public static func deflate(
    rows bytes: [UInt8], pixel: Int, line: Int, effort: RowEffort = .normal
  ) -> [UInt8]? {
    guard let deflater = RowDeflater(bytes, pixel: pixel, line: line, effort: effort) else { return nil }
    return deflater.stream((0..<deflater.bandCount).map { deflater.band($0) })
  }

  /// The smaller one of the streams that libdeflate's highest level and zlib's make; nil if none is shorter than asked.
  ///
  /// libdeflate's best wins by 5 to 10 % over zlib's on large data; on a few kilobytes zlib wins as often.
  ///
  /// - Throws: `internal.error` if there is no memory.
  public static func deflateSmallest(_ bytes: [UInt8], shorterThan limit: Int = .max) throws(Diagnostic) -> [UInt8]? {
    var best = try deflate(bytes, level: 12, shorterThan: limit)
    guard bytes.count <= DeflateStream.zlibBytes else { return best }
    for strategy in DeflateStream.zlibStrategies {
      let shortest = min(limit, best?.count ?? .max, bytes.count + 64)
      if let other = DeflateStream.deflateByZlib(bytes, strategy: strategy, shorterThan: shortest) { best = other }
    }
    return best
  }
}

extension Zlib {
  /// Effort of deflating rows of pictures. Sizes and times are of drawn pictures, against libdeflate's level 12.
  public enum RowEffort: Sendable, Hashable, CaseIterable {
    /// 2 % larger than `brief`, in two thirds of its time.
    case quick
    /// 1 % larger, in a ninth of the time.
    case light
    /// Smaller than level 10, in less than its time.
    case brief
    /// 1.3 % smaller, in a quarter of the time.
    case large
    /// 2 % smaller, in half the time.
    case normal
    /// Smallest, in four times the time of `normal`.
    case strongest

    /// Effort for rows that corresponds to an encoder's effort.
    public init(_ effort: CompressionEffort) {
      switch effort {
      case .quick, .light: self = .light
      case .normal: self = .normal
      case .strongest: self = .strongest
      }
    }

    var pictureDeflater: PictureDeflater.Effort {
      switch self {
      case .quick: .quick
      case .light: .light
      case .brief: .brief
      case .large: .large
      case .normal: .normal
      case .strongest: .strongest
      }
    }
  }
}
