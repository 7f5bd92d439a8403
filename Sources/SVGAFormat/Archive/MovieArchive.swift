internal import Compression
internal import Diagnostics
internal import JSONTree

/// SVGA 1.x: a ZIP archive of a movie and its pictures.
struct MovieArchive {
  private static let binaryName = "movie.binary"
  static let specName = "movie.spec"

  private let archive: ZipArchive
  private let limits: Limits

  /// Whether an archive that starts with these bytes names a movie.
  ///
  /// If the central directory at the end of the archive is missing, any occurrence of the names counts.
  static func recognizes(_ head: [UInt8]) -> Bool {
    let names = [binaryName, specName]
    do throws(Diagnostic) {
      let archive = try ZipArchive(bytes: head, limits: Limits())
      return names.contains { archive.entry(named: $0) != nil }
    } catch {
      return names.contains { head.contains($0) }
    }
  }

  init(_ bytes: [UInt8], limits: Limits) throws(Diagnostic) {
    archive = try ZipArchive(bytes: bytes, limits: limits)
    self.limits = limits
  }

  /// The movie with its images, as SVGA 2.x has it. `movie.binary` takes precedence over `movie.spec`, as on iOS.
  ///
  /// - Throws: `svga.archive.empty`, `svga.movie.damaged`, `limit.exceeded`, `json.syntax`, or a rule of `ZipArchive`.
  func movie(log: inout DiagnosticLog) throws(Diagnostic) -> SVGAMovieEntity {
    var images = ArchiveImages(archive, limits: limits)
    if let entry = archive.entry(named: Self.binaryName) {
      var movie = try MovieMessage.parse(archive.data(of: entry), limits: limits)
      try images.resolve(&movie)
      compare(movie.params, log: &log)
      return movie
    }
    guard let entry = archive.entry(named: Self.specName) else {
      throw Diagnostic(
        .svgaArchiveEmpty, "the ZIP archive has no movie.binary and no movie.spec at its top",
        advice: "check that it is an SVGA file, and not in a folder inside the archive")
    }
    let root = try spec(entry)
    guard root.kind == .object else {
      throw Diagnostic(.svgaMovieDamaged, "movie.spec is not an SVGA movie", advice: "export or download it again")
    }
    var reader = SpecReader()
    var movie = reader.movie(root)
    for (key, name) in reader.imageNames(root) {
      guard let bytes = try images.bytes(name: name, key: key) else { continue }
      movie.setImageBytes(bytes, forKey: key)
    }
    reader.findings.report(to: &log)
    return movie
  }

  private func spec(_ entry: ZipArchive.Entry) throws(Diagnostic) -> JSONValue {
    let bytes = try archive.data(of: entry, atMost: limits.inputBytes)
    try SpecCensus.check(bytes, limits: limits)
    let root = try JSONTree(bytes, limits: limits).root
    try SpecCensus.check(root, limits: limits)
    return root
  }

  /// Adds `svga.archive.movies` if `movie.spec` has other parameters.
  private func compare(_ params: SVGAMovieParams, log: inout DiagnosticLog) {
    guard let entry = archive.entry(named: Self.specName) else { return }
    do throws(Diagnostic) {
      var reader = SpecReader()
      guard reader.params(try spec(entry)["movie"]) != params else { return }
      log.add(.svgaArchiveMovies, String(Rule.svgaArchiveMovies.summary.dropLast()))
    } catch {
      // A movie that cannot be read is not missed where another is taken.
    }
  }
}

extension [UInt8] {
  /// Whether the bytes contain a name.
  fileprivate func contains(_ name: String) -> Bool {
    let name = Array(name.utf8)
    return indices.contains { self[$0] == name[0] && self[$0...].starts(with: name) }
  }
}
