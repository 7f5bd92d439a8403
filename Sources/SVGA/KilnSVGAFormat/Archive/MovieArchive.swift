internal import KilnCompression
internal import KilnDiagnostics
internal import KilnJSON

/// SVGA 1.x: a ZIP archive of a movie and its pictures.
struct MovieArchive {
  private static let binaryName = "movie.binary"
  static let specName = "movie.spec"

  private let archive: ZipArchive
  /// The folder inside the archive that holds the movie, with a slash at its end; empty for the top of the archive.
  private let folder: String
  private let limits: Limits

  /// Whether an archive that starts with these bytes names a movie.
  ///
  /// If the central directory at the end of the archive is missing, any occurrence of the names counts.
  static func recognizes(_ head: [UInt8]) -> Bool {
    let names = [binaryName, specName]
    do throws(Diagnostic) {
      let archive = try ZipArchive(bytes: head, limits: Limits())
      return folder(in: archive) != nil || nestedFile(in: archive) != nil
    } catch {
      return names.contains { head.contains($0) }
    }
  }

  init(_ bytes: [UInt8], limits: Limits) throws(Diagnostic) {
    archive = try ZipArchive(bytes: bytes, limits: limits)
    folder = Self.folder(in: archive) ?? ""
    self.limits = limits
  }

  /// The folder that holds a movie: the top of the archive, or the one folder that all files are in. Nil if there is no
  /// movie in it.
  private static func folder(in archive: ZipArchive) -> String? {
    ["", archive.commonFolder].compactMap(\.self).first { folder in
      [binaryName, specName].contains { archive.entry(named: folder + $0) != nil }
    }
  }

  /// Whether the movie is JSON.
  var isText: Bool { archive.entry(named: folder + Self.binaryName) == nil }

  /// The only SVGA file in an archive that is no movie and no Lottie itself.
  static func nestedFile(in archive: ZipArchive) -> ZipArchive.Entry? {
    guard folder(in: archive) == nil, archive.files(withExtensions: ["json", "lottie", "tgs"]).isEmpty else {
      return nil
    }
    let files = archive.files(withExtensions: ["svga"])
    return files.count == 1 ? files.first : nil
  }

  /// The movie with its images, as SVGA 2.x has it. `movie.binary` takes precedence over `movie.spec`, as on iOS.
  ///
  /// - Throws: `svga.archive.empty`, `svga.movie.damaged`, `limit.exceeded`, `json.syntax`, or a rule of `ZipArchive`.
  func movie(log: inout DiagnosticLog) throws(Diagnostic) -> SVGAMovieEntity {
    if !folder.isEmpty {
      log.add(.zipNested, "the movie is in the folder “\(folder.dropLast())” of the ZIP archive")
    }
    var images = ArchiveImages(archive, folder: folder, limits: limits)
    if let entry = archive.entry(named: folder + Self.binaryName) {
      var movie = try MovieMessage.parse(archive.data(of: entry), limits: limits)
      try images.resolve(&movie)
      compare(movie.params, log: &log)
      return movie
    }
    guard let entry = archive.entry(named: folder + Self.specName) else {
      throw Diagnostic(
        .svgaArchiveEmpty, "the ZIP archive has no movie.binary and no movie.spec at its top",
        advice: "check that it is an SVGA file")
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
    try SpecPartCounter.check(bytes, limits: limits)
    let root = try JSONTree(bytes, limits: limits).root
    try SpecPartCounter.check(root, limits: limits)
    return root
  }

  /// Adds `svga.archive.movies` if `movie.spec` has other parameters.
  private func compare(_ params: SVGAMovieParams, log: inout DiagnosticLog) {
    guard let entry = archive.entry(named: folder + Self.specName) else { return }
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
