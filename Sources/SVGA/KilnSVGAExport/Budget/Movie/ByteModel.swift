internal import KilnSVGAFormat
internal import KilnTimeline

/// Bytes that the forms of a movie's parts take in its file: known for what was packed, estimated for the rest. Learns
/// from movies that were written how far estimates are off.
struct ByteModel {
  /// Files of bitmaps that were packed.
  var files: [ImageID: [BitmapLadder.Form: [UInt8]]]
  /// By sprite: bytes of the forms that were written, deflated alone.
  private var packedOutlines: [[OutlineLadder.Form: Int]]
  /// Correction factors of byte estimates: per group and coloring, and per coloring for groups without their own.
  private var bitmapFactors: [[Int: Double]]
  private var coloringFactors: [Int: Double] = [:]
  /// Correction factors by sprite.
  private var outlineFactors: [Double]
  /// Ratio of the bytes of sprites in the file to their bytes when each is deflated alone.
  private var sharing: Double

  /// A model without correction factors, before any movie is written.
  ///
  /// - Parameters:
  ///   - files: Files of bitmaps that are packed already.
  ///   - sharing: Ratio of the bytes of sprites in the file to their bytes when each is deflated alone.
  init(_ model: MovieReductionModel, files: [ImageID: [UInt8]], sharing: Double) {
    self.files = files.mapValues { [BitmapLadder.Form(): $0] }
    self.sharing = sharing
    packedOutlines = model.outlines.map { [OutlineLadder.Form(): $0.plainBytes] }
    bitmapFactors = model.groups.map { _ in [:] }
    outlineFactors = model.outlines.map { _ in 1 }
  }

  /// Bytes of the file of a bitmap of a group.
  func bytes(of form: BitmapLadder.Form, _ id: ImageID, _ model: BitmapLadder, group: Int) -> Int {
    if let known = files[id]?[form] { return known.count }
    let factor = bitmapFactors[group].nearest(to: form.coloring) ?? coloringFactors.nearest(to: form.coloring) ?? 1
    return Int(Double(model.bytes(of: form)) * factor)
  }

  /// Bytes of a sprite.
  func bytes(of form: OutlineLadder.Form, _ model: OutlineLadder, sprite: Int) -> Int {
    let alone = packedOutlines[sprite][form].map(Double.init) ?? Double(model.bytes(of: form)) * outlineFactors[sprite]
    return Int(alone * sharing)
  }

  /// Corrects what is estimated by a movie that was written in the forms of a choice.
  ///
  /// - Parameter bytes: Size of its file.
  mutating func learn(from draft: MovieDraft, _ choice: MovieChoice, _ model: MovieReductionModel, bytes: Int) {
    let bitmaps = learnBitmaps(choice, model)
    let sprites = learnOutlines(draft, choice, model)
    guard sprites > 0, bytes > bitmaps else { return }
    sharing = max(0.2, min(1.5, Double(bytes - bitmaps) / Double(sprites)))
  }

  /// Returns the bytes of all bitmaps.
  private mutating func learnBitmaps(_ choice: MovieChoice, _ model: MovieReductionModel) -> Int {
    var bitmaps = 0
    var colorings: [Int: (real: Int, estimated: Int)] = [:]
    let omittedPictures = model.omittedPictures(choice)
    for (index, group) in model.groups.enumerated() {
      let form = choice.bitmaps[index]
      var (real, estimated) = (0, 0)
      for id in group.images where omittedPictures[id] == nil {
        let file = files[id]?[form]?.count ?? model.timeline[id].bytes.count
        bitmaps += file
        guard let bitmap = model.bitmaps[id] else { continue }
        real += file
        estimated += bitmap.bytes(of: form)
      }
      guard estimated > 0, form != BitmapLadder.Form() else { continue }
      bitmapFactors[index][form.coloring] = Double(real) / Double(estimated)
      colorings[form.coloring, default: (0, 0)].real += real
      colorings[form.coloring, default: (0, 0)].estimated += estimated
    }
    for (coloring, sum) in colorings { coloringFactors[coloring] = Double(sum.real) / Double(sum.estimated) }
    return bitmaps
  }

  /// Returns the bytes of all sprites, each deflated alone.
  private mutating func learnOutlines(_ draft: MovieDraft, _ choice: MovieChoice, _ model: MovieReductionModel) -> Int {
    let positions = Dictionary(uniqueKeysWithValues: model.places.enumerated().map { ($1, $0) })
    var sum = 0
    for (index, place) in draft.places.enumerated() {
      guard let position = positions[place] else { continue }
      let form = choice.outlines[position]
      let size = packedOutlines[position][form] ?? draft.movie.spriteCost(index)
      packedOutlines[position][form] = size
      sum += size
      let estimate = model.outlines[position].bytes(of: form)
      if form != OutlineLadder.Form() { outlineFactors[position] = Double(size) / Double(max(1, estimate)) }
    }
    return sum
  }
}

extension [Int: Double] {
  /// The value of a key, or of the nearest key; nil if there is none.
  fileprivate func nearest(to key: Int) -> Double? {
    self[key] ?? self.min { (abs($0.key - key), $0.key) < (abs($1.key - key), $1.key) }?.value
  }
}
