internal import KilnCompression
internal import KilnDiagnostics

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension MovieArchive {
  /// A movie as SVGA 1.x: `movie.spec` and one file for equal images. The format has no sounds.
  ///
  /// There is no `movie.binary` beside it: Android would tell the app twice that the file is ready.
  static func write(_ movie: SVGAMovieEntity, level: Int) throws(Diagnostic) -> [UInt8] {
    let names = imageNames(of: movie)
    var writer = ZipWriter()
    try writer.add(specName, SpecWriter.spec(movie, imageNames: names), method: .deflated(level: level))
    var written: Set<String> = []
    for (key, name) in names where written.insert(name).inserted {
      try writer.add("\(name).png", movie.imageBytes(forKey: key) ?? [], method: .deflated(level: level))
    }
    return try writer.finish()
  }

  /// Names of files by key, of characters that every player finds in an archive.
  private static func imageNames(of movie: SVGAMovieEntity) -> [(key: String, name: String)] {
    let keys = movie.pictureKeys
    var usedNames = Set(keys)
    var number = 0
    var names: [Data: String] = [:]
    return keys.map { key in
      let file = movie.images[key] ?? Data()
      if let name = names[file] { return (key, name) }
      var name = key
      if !SVGAPlayers.isSafe(key: key) {
        repeat { number += 1 } while !usedNames.insert("image_\(number)").inserted
        name = "image_\(number)"
      }
      names[file] = name
      return (key, name)
    }
  }
}
