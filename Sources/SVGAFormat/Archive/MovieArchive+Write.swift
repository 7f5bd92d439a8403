internal import Compression
internal import Diagnostics

extension MovieArchive {
  /// A movie as SVGA 1.x: `movie.spec` and pictures. Sounds have no place in it.
  ///
  /// There is no `movie.binary` beside it: Android would tell the app twice that the file is ready.
  static func write(_ movie: SVGAMovieEntity, level: Int) throws(Diagnostic) -> [UInt8] {
    let names = imageNames(movie.pictureKeys)
    var writer = ZipWriter()
    try writer.add(specName, SpecWriter.spec(movie, imageNames: names), method: .deflated(level: level))
    for (key, name) in names {
      try writer.add("\(name).png", movie.imageBytes(forKey: key) ?? [], method: .deflated(level: level))
    }
    return try writer.finish()
  }

  /// Names of files for keys, of characters that every player finds in an archive.
  private static func imageNames(_ keys: [String]) -> [(key: String, name: String)] {
    var taken = Set(keys)
    var number = 0
    return keys.map { key in
      if SVGAPlayers.isSafe(key: key) { return (key, key) }
      repeat { number += 1 } while !taken.insert("image_\(number)").inserted
      return (key, "image_\(number)")
    }
  }
}
