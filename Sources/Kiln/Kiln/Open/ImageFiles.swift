public import KilnExporting
internal import KilnImages
internal import KilnPixels
public import KilnTimeline

/// The pictures of an animation as files.
public enum ImageFiles {
  /// Every picture that a sprite shows, under its key or else its name, as the source holds it. Characters that file systems
  /// refuse are underscores, and equal names get numbers.
  public static func files(of timeline: Timeline) -> [NamedFile] {
    var keys = timeline.images.map(\.name)
    timeline.forEachSprite { sprite in
      if case .image(let id) = sprite.content, let key = sprite.replacementKey { keys[id.index] = key }
    }
    var used: Set<String> = []
    return zip(timeline.images, keys).map { image, key in
      let suffix = image.format == .jpeg ? "jpg" : image.format.rawValue
      let stem = Self.stem(of: key, without: suffix)
      var name = "\(stem).\(suffix)"
      var number = 1
      // File systems may take upper and lower case for the same.
      while !used.insert(name.lowercased()).inserted {
        number += 1
        name = "\(stem)-\(number).\(suffix)"
      }
      return NamedFile(name: name, mediaType: "image/\(image.format.rawValue)", bytes: image.bytes)
    }
  }

  /// Bytes of a name before its suffix and a number.
  private static let longestStem = 200

  private static func stem(of key: String, without suffix: String) -> String {
    // Images of other formats were decoded.
    let endings = [suffix, "jpg"] + StillFormat.allCases.map(\.rawValue)
    let ending = endings.first { key.lowercased().hasSuffix("." + $0) }
    let name = ending.map { String(key.dropLast($0.count + 1)) } ?? key
    let legal = String(
      String.UnicodeScalarView(
        name.unicodeScalars.map { scalar in
          let isIllegal =
            scalar.value < 32 || scalar.value == 127 || #"/\:*?"<>|"#.unicodeScalars.contains(scalar)
          return isIllegal ? "_" : scalar
        }))
    let stem = Files.shortened(legal, toBytes: longestStem)
    return stem.isEmpty || stem.hasPrefix(".") ? "_" + stem : stem
  }
}
