internal import Pixels
public import TimelineModel

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

  private static func stem(of key: String, without suffix: String) -> String {
    var stem = key.lowercased().hasSuffix("." + suffix) ? String(key.dropLast(suffix.count + 1)) : key
    stem = String(
      stem.unicodeScalars.prefix(100).map { scalar in
        scalar.value < 32 || scalar.value == 127 || #"/\:*?"<>|"#.unicodeScalars.contains(scalar)
          ? "_" : Character(scalar)
      })
    return stem.isEmpty || stem.hasPrefix(".") ? "_" + stem : stem
  }
}
