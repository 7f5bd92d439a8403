public import KilnCompression
public import KilnDiagnostics
internal import KilnJSON

/// The file around a movie.
///
/// SVGA 2.x is a protobuf message in a zlib stream, with nothing before it. SVGA 1.x is a ZIP archive of the movie, as
/// protobuf or as JSON, with the pictures beside it.
public enum SVGAContainer {
  /// Whether a file that starts with these bytes is SVGA: a zlib header, a gzip header before something else than text, or
  /// a ZIP archive that names a movie or holds one SVGA file.
  public static func recognizes(_ head: [UInt8]) -> Bool {
    if ZipArchive.isZip(head) { return MovieArchive.recognizes(head) }
    return isZlib(head) || isGzip(head)
  }

  /// The SVGA file inside a ZIP archive that holds nothing else but it; other files are returned as they are.
  ///
  /// - Throws: As `read(_:limits:log:)`.
  public static func unpacked(
    _ bytes: [UInt8], limits: Limits = Limits(), log: inout DiagnosticLog
  ) throws(Diagnostic) -> [UInt8] {
    guard ZipArchive.isZip(bytes) else { return bytes }
    let archive = try ZipArchive(bytes: bytes, limits: limits)
    guard let entry = MovieArchive.nestedFile(in: archive) else { return bytes }
    log.add(ZipArchive.nestingFinding(entry))
    return try archive.data(of: entry)
  }

  /// Reads a movie without reporting what had to be guessed.
  ///
  /// - Throws: As `read(_:limits:log:)`.
  public static func read(_ bytes: [UInt8], limits: Limits = Limits()) throws(Diagnostic) -> SVGAMovieEntity {
    var log = DiagnosticLog()
    return try read(bytes, limits: limits, log: &log)
  }

  /// Reads a movie. Accepts what players accept: bytes after the stream, unknown fields, fields out of order, JSON
  /// members that are missing or of another kind.
  ///
  /// - Throws: `svga.container.unknown`, `svga.container.damaged`, `svga.archive.empty`, `svga.movie.damaged`,
  ///   `limit.exceeded`; of an archive also rules of `ZipArchive`, and `json.syntax`.
  public static func read(
    _ bytes: [UInt8], limits: Limits = Limits(), log: inout DiagnosticLog
  ) throws(Diagnostic) -> SVGAMovieEntity {
    try limits.check(bytes.count, atMost: .inputBytes, "the file's number of bytes")
    let bytes = try unpacked(bytes, limits: limits, log: &log)
    if ZipArchive.isZip(bytes) {
      return try MovieArchive(bytes, limits: limits).movie(log: &log)
    }
    if Gzip.isGzip(bytes) {
      log.add(.svgaGzip, String(Rule.svgaGzip.summary.dropLast()))
    } else if !isZlib(bytes) {
      throw Diagnostic(
        .svgaContainerUnknown, "the file does not start like an SVGA file", advice: "check that it is one")
    }
    return try MovieMessage.parse(inflate(bytes, limits: limits), limits: limits)
  }

  /// Writes a movie. Equal movies give equal bytes with one version of libdeflate.
  ///
  /// - Throws: `compression.zip.tooLarge` for an archive of more than 4 GB, or `internal.error`.
  public static func write(
    _ movie: SVGAMovieEntity, as version: SVGAVersion = .stream, effort: CompressionEffort = .normal
  ) throws(Diagnostic) -> [UInt8] {
    switch version {
    case .archive: try MovieArchive.write(movie, level: effort.deflateLevel)
    case .stream: try deflated(MovieMessage.serialize(movie), effort)
    }
  }

  // MARK: - zlib

  /// The level of `.normal` effort. Of short movies the best takes twice the time of level 10 and saves half a hundredth;
  /// of long ones, which repeat their outlines, ten times that of level 6, and saves 2 to 6 %.
  private static func normalLevel(ofBytes count: Int) -> Int {
    switch count {
    case ...(1 << 16): 12
    case ...(1 << 21): 10
    case ...(1 << 22): 8
    case ...(1 << 24): 7
    default: 6
    }
  }

  private static func deflated(_ message: [UInt8], _ effort: CompressionEffort) throws(Diagnostic) -> [UInt8] {
    let level = effort == .normal ? normalLevel(ofBytes: message.count) : effort.deflateLevel
    return try Zlib.deflate(message, level: level)
  }

  private static func inflate(_ bytes: [UInt8], limits: Limits) throws(Diagnostic) -> [UInt8] {
    let message = try inflatedBytes(bytes, limits: limits)
    guard JSONText.startsWithContainer(message) else { return message }
    throw Diagnostic(
      .svgaMovieDamaged, "the file is no SVGA movie, but JSON in a zlib stream",
      advice: "unpack it; a packed Lottie file (.tgs) is gzip")
  }

  private static func inflatedBytes(_ bytes: [UInt8], limits: Limits) throws(Diagnostic) -> [UInt8] {
    do throws(Diagnostic) {
      return Gzip.isGzip(bytes)
        ? try Gzip.inflate(bytes, limit: limits.inflatedBytes) : try Zlib.inflate(bytes, limit: limits.inflatedBytes)
    } catch {
      if error.endsWork || [.limitExceeded, .internalError].contains(error.rule) { throw error }
      throw Diagnostic(
        .svgaContainerDamaged, "the file is cut off or damaged: \(error.message)", at: error.path,
        advice: "export or download it again")
    }
  }

  /// Whether a file is an SVGA 2.x stream, and no archive.
  public static func isStream(_ file: [UInt8]) -> Bool { isZlib(file) || Gzip.isGzip(file) }

  /// Whether the movie of a file is JSON, in an archive.
  ///
  /// - Throws: Rules of `ZipArchive`.
  public static func isText(_ file: [UInt8], limits: Limits = Limits()) throws(Diagnostic) -> Bool {
    guard ZipArchive.isZip(file) else { return false }
    return try MovieArchive(file, limits: limits).isText
  }

  /// Whether a file is an SVGA 2.x stream in the form that all players read.
  public static func isPortableStream(_ file: [UInt8]) -> Bool { isZlib(file) }

  /// Whether a file is gzip around a message, whose first member is the movie's version or its parameters.
  private static func isGzip(_ bytes: [UInt8]) -> Bool {
    guard Gzip.isGzip(bytes) else { return false }
    let start = Gzip.start(of: bytes, count: 1 << 10)
    return (start.first == 0x0A || start.first == 0x12) && !JSONText.startsWithContainer(start)
  }

  /// RFC 1950, 2.2: Deflate with a window of 32 KiB, and a header that is a multiple of 31.
  private static func isZlib(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 2, bytes[0] == 0x78 else { return false }
    return (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
  }
}
