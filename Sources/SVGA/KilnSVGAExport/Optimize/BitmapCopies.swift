internal import KilnDiagnostics
internal import KilnSVGAFormat

/// Finds bitmaps that a movie stores under several keys, and what one key for each would save.
///
/// The copies are kept, because apps replace bitmaps by key.
struct BitmapCopies {
  /// Maximum distance between a copy and its original for Deflate, in bytes (RFC 1951, 2).
  private static let deflateWindow = 32 << 10
  /// Minimum saving for a finding, in bytes of the file.
  private static let minimumBytes = 1 << 10
  /// Minimum saving for a finding, in bytes of a player's memory.
  private static let minimumMemory = 1 << 16

  /// Keys with equal files; groups that save most memory come first.
  private var groups: [[String]] = []
  private var bytes = 0
  private var memory = 0

  init(_ movie: SVGAMovieEntity) {
    let keys = Dictionary(grouping: movie.pictureKeys) { movie.images[$0] }.values.filter { $0.count > 1 }
    var found: [(keys: [String], cost: SVGACost)] = []
    for keys in keys {
      guard let cost = movie.cost(ofFile: keys[0]) else { continue }
      let copies = keys.count - 1
      found.append((keys, cost))
      bytes += cost.bytes >= Self.deflateWindow ? copies * cost.bytes : 0
      memory += copies * cost.memory
    }
    groups = found.sorted { ($1.cost.memory, $0.keys[0]) < ($0.cost.memory, $1.keys[0]) }.map(\.keys)
  }

  /// Adds `svga.bitmap.copies` to the log if one of the minimum savings is reached.
  func report(to log: inout DiagnosticLog) {
    guard bytes >= Self.minimumBytes || memory >= Self.minimumMemory else { return }
    let names = groups.prefix(3).map { keys in
      keys.prefix(8).map { "“\($0)”" }.joined(separator: " = ") + (keys.count > 8 ? " = …" : "")
    }
    log.add(
      .svgaBitmapCopies,
      "bitmaps lie under several keys: \(names.joined(separator: ", "))\(groups.count > 3 ? ", …" : ""); one key for "
        + "each would save about \(ByteCount(bytes)) of the file and \(ByteCount(memory)) of a player's memory",
      advice: "if no app replaces them one by one, use one image for all of these layers")
  }
}
