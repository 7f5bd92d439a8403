internal import KilnPixels

/// A bitmap that is shown in one or several pictures of an animation.
struct PicturePart: Sendable {
  /// A picture in which the bitmap is shown, and where.
  struct Place: Sendable, Hashable {
    /// Index of the picture.
    var picture: Int
    /// Column of the canvas of the bitmap's left edge.
    var x: Int
    /// Row of the canvas of the bitmap's top edge.
    var y: Int
  }

  /// The bitmap's role among all parts.
  enum Role: String, Sendable {
    /// What is shown in all pictures, below all others.
    case background
    /// A region that is shown in some pictures, always at the same place.
    case region
    /// Something that is shown at several places.
    case moving
    /// The rest of one picture.
    case rest
  }

  var role: Role
  /// Premultiplied pixels.
  var bitmap: Pixmap
  /// At most one for each picture, ascending.
  var places: [Place]

  /// Number of pixels.
  var area: Int { bitmap.pixels.count }
}

extension [PicturePart] {
  /// Number of pixels of all bitmaps.
  var area: Int { reduce(0) { $0 + $1.area } }

  /// The parts with equal bitmaps merged, as far as no picture shows them twice.
  func merged() -> [PicturePart] {
    var positions: [Pixmap: [Int]] = [:]
    var result: [PicturePart] = []
    for part in self {
      let known = positions[part.bitmap, default: []].first { index in
        // Parts of different roles lie in different layers.
        result[index].role == part.role && result[index].isDisjoint(from: part)
      }
      if let known {
        result[known].places += part.places
      } else {
        positions[part.bitmap, default: []].append(result.count)
        result.append(part)
      }
    }
    for index in result.indices { result[index].places.sort { $0.picture < $1.picture } }
    return result
  }
}

extension PicturePart {
  /// Whether no picture shows both.
  fileprivate func isDisjoint(from other: PicturePart) -> Bool {
    let pictures = Set(places.map(\.picture))
    return !other.places.contains { pictures.contains($0.picture) }
  }
}
