internal import KilnPixels

/// Extraction of what is shown at several places in pictures with the same backdrop.
struct MovingObjects {
  /// An object, and where it is shown.
  fileprivate struct Candidate {
    var bitmap: Pixmap
    /// Number of pixels that are not transparent.
    var visibleCount: Int
    var places: [PicturePart.Place]
  }

  /// Smallest rectangle of an object, in pixels.
  private static let minimumArea = 64
  /// Pictures after which an object that was not shown any more is looked for only where all pixels are equal.
  private static let memory = 4
  /// Objects that a region of a picture is compared with, at most.
  private static let maximumComparisons = 32

  private let backdrop: Pixmap
  private var candidates: [Candidate] = []
  private var positions: [Pixmap: Int] = [:]

  /// Takes moving objects out of pictures.
  ///
  /// - Parameters:
  ///   - pictures: Pictures of one size, in the order of time; where an object was, they show the backdrop afterwards.
  ///   - backdrop: What most pictures show.
  ///   - overhead: Cost of a bitmap beside its area, in pixels.
  /// - Returns: The objects, which lie above everything else. No two of a picture have pixels in common.
  static func extracted(from pictures: inout [Pixmap], backdrop: Pixmap, overhead: Int) -> [PicturePart] {
    var finder = MovingObjects(backdrop: backdrop)
    for index in pictures.indices { finder.look(at: pictures[index], index) }
    let objects = finder.candidates.filter { $0.isWorthwhile(overhead) }
    for object in objects {
      for place in object.places { pictures[place.picture].erase(object.bitmap, at: place, showing: backdrop) }
    }
    return objects.map { PicturePart(role: .moving, bitmap: $0.bitmap, places: $0.places) }
  }

  private init(backdrop: Pixmap) { self.backdrop = backdrop }

  private mutating func look(at picture: Pixmap, _ index: Int) {
    let clusters = PixelClusters.clusters(of: picture, over: backdrop, maximumArea: picture.pixels.count / 2)
    for cluster in clusters where cluster.isSeparable && cluster.bitmap.pixels.count >= Self.minimumArea {
      var place = PicturePart.Place(picture: index, x: cluster.rect.minX, y: cluster.rect.minY)
      var number = positions[cluster.bitmap]
      if number == nil, let match = similar(to: cluster, in: picture, index) {
        (number, place.x, place.y) = (match.candidate, match.x, match.y)
      }
      if let number {
        // Twice in a picture is two sprites; the second is left where it is.
        guard candidates[number].places.last?.picture != index else { continue }
        candidates[number].places.append(place)
      } else {
        positions[cluster.bitmap] = candidates.count
        let count = cluster.bitmap.pixels.reduce(0) { $0 + ($1 >> 24 == 0 ? 0 : 1) }
        candidates.append(Candidate(bitmap: cluster.bitmap, visibleCount: count, places: [place]))
      }
    }
  }

  /// An object of one of the pictures before that is inside a region, all of its pixels.
  private func similar(
    to cluster: PixelClusters.Cluster, in picture: Pixmap, _ index: Int
  ) -> (candidate: Int, x: Int, y: Int)? {
    var comparisons = 0
    for (number, candidate) in candidates.enumerated().reversed() {
      guard let last = candidate.places.last?.picture, last < index, index - last <= Self.memory else { continue }
      guard comparisons < Self.maximumComparisons else { return nil }
      comparisons += 1
      let (width, height) = (candidate.bitmap.width, candidate.bitmap.height)
      // The region may lack a few pixels that happen to be those of the backdrop, at some of its edges.
      for x in Set([cluster.rect.minX, cluster.rect.maxX - width]).sorted() {
        for y in Set([cluster.rect.minY, cluster.rect.maxY - height]).sorted()
        where holds(candidate, at: x, y, in: picture, cluster.rect) {
          return (number, x, y)
        }
      }
    }
    return nil
  }

  /// Whether a picture shows an object at a place, most of it inside a region and none of it in others.
  private func holds(
    _ candidate: Candidate, at x: Int, _ y: Int, in picture: Pixmap, _ region: PixelRect
  ) -> Bool {
    let rect = PixelRect(x: x, y: y, width: candidate.bitmap.width, height: candidate.bitmap.height)
    guard rect.intersection(picture.bounds) == rect else { return false }
    var changed = 0
    for row in 0..<rect.height {
      let first = (y + row) * picture.width + x
      let own = row * rect.width
      for column in 0..<rect.width {
        let pixel = candidate.bitmap.pixels[own + column]
        guard pixel >> 24 != 0 else { continue }
        let behind = backdrop.pixels[first + column]
        guard picture.pixels[first + column] == pixel, pixel >> 24 == 255 || behind == 0 else { return false }
        guard pixel != behind else { continue }
        let isInside =
          x + column >= region.minX && x + column < region.maxX && y + row >= region.minY && y + row < region.maxY
        guard isInside else { return false }
        changed += 1
      }
    }
    return changed * 2 > candidate.visibleCount
  }
}

extension MovingObjects.Candidate {
  /// Whether a bitmap of its own saves more than it costs: it moves, and is shown often enough.
  fileprivate func isWorthwhile(_ overhead: Int) -> Bool {
    guard let first = places.first, places.contains(where: { $0.x != first.x || $0.y != first.y }) else { return false }
    return (places.count - 1) * bitmap.pixels.count > overhead
  }
}

extension Pixmap {
  /// Replaces the pixels under an object by those of a backdrop.
  fileprivate mutating func erase(_ object: Pixmap, at place: PicturePart.Place, showing backdrop: Pixmap) {
    for row in 0..<object.height {
      let first = (place.y + row) * width + place.x
      for column in 0..<object.width where object.pixels[row * object.width + column] >> 24 != 0 {
        pixels[first + column] = backdrop.pixels[first + column]
      }
    }
  }
}
