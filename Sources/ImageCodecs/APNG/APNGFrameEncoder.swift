public import Compression
public import Diagnostics
public import Pixels

/// Compresses the frames of an animated PNG.
public struct APNGFrameEncoder: Sendable {
  private let format: APNGPixelFormat
  private let effort: CompressionEffort
  private let level: Int

  /// An encoder of frames in one format.
  ///
  /// - Parameter totalPixels: Pixels of all frames; each of many gets less time.
  public init(format: APNGPixelFormat, effort: CompressionEffort, totalPixels: Int) {
    self.format = format
    self.effort = effort
    level = effort.deflateLevel(forPictureBytes: format.byteCount(ofPixels: totalPixels))
  }

  /// The smallest stream for a frame, and whether it is composited onto what is there.
  ///
  /// - Parameters:
  ///   - pixels: what the rectangle is to hold
  ///   - addition: of these, the pixels that have changed, on transparent ground; nil if blending cannot give `pixels`
  /// - Throws: `internal.error` if there is no memory.
  public func encode(
    _ pixels: Pixmap, addition: Pixmap?
  ) throws(Diagnostic) -> (data: [UInt8], isBlended: Bool) {
    var trials: [(size: Int, order: Int, lines: [UInt8], isBlended: Bool)] = []
    for (pixmap, isBlended) in variants(pixels, addition) {
      let picture = format.picture(pixmap)
      for filtering in effort.animationFilterings(for: picture) {
        let lines = picture.scanlines(filtering)
        trials.append((0, trials.count, lines, isBlended))
      }
    }
    let finalists = effort.animationFinalists(ofBytes: trials.first?.lines.count ?? 0)
    if trials.count > finalists {
      for index in trials.indices {
        trials[index].size = try Zlib.deflate(trials[index].lines, level: effort.animationTrialLevel).count
      }
      trials.sort { ($0.size, $0.order) < ($1.size, $1.order) }
    }
    return try smallest(of: trials.prefix(finalists).map { ($0.lines, $0.isBlended) })
  }

  /// The smallest stream of some, at the full level.
  private func smallest(
    of finalists: [(lines: [UInt8], isBlended: Bool)]
  ) throws(Diagnostic) -> (data: [UInt8], isBlended: Bool) {
    var best: (data: [UInt8], index: Int)?
    for (index, finalist) in finalists.enumerated() {
      let data =
        try effort < .normal
        || effort.isLarge(finalist.lines.count)
        ? Zlib.deflate(finalist.lines, level: level) : Zlib.deflateSmallest(finalist.lines, level: level, rounds: 0)
      if data.count < best?.data.count ?? .max { best = (data, index) }
    }
    guard var best else { return ([], false) }
    guard effort >= .normal else { return (best.data, finalists[best.index].isBlended) }
    for (index, finalist) in finalists.enumerated()
    where effort == .strongest || index == best.index && !effort.isLarge(finalist.lines.count) {
      let data = try Zlib.deflateSmallest(finalist.lines, level: level, rounds: effort.searchRounds)
      if data.count < best.data.count { best = (data, index) }
    }
    return (best.data, finalists[best.index].isBlended)
  }

  /// The pictures that show the same, the one that is mostly smaller first.
  private func variants(_ pixels: Pixmap, _ addition: Pixmap?) -> [(Pixmap, isBlended: Bool)] {
    guard let addition, format.transparent != nil else { return [(pixels, false)] }
    return effort == .quick ? [(addition, true)] : [(addition, true), (pixels, false)]
  }
}

extension CompressionEffort {
  /// Ways of filtering to try. Unlike a still picture, most of a frame's rows are runs of one value, which no filter helps.
  fileprivate func animationFilterings(for picture: PNGPicture) -> [PNGFiltering] {
    switch self {
    case .quick: [.same(.none)]
    case .light: picture.isPacked ? [.same(.none)] : [.same(.none), .same(.up)]
    case .normal where picture.isPacked: [.same(.none)]
    case .normal, .strongest: PNGFilter.allCases.map { .same($0) } + [.smallestSum, .fewestPairs]
    }
  }

  fileprivate var animationTrialLevel: Int { self == .strongest ? 9 : 6 }

  /// How many of the ways to store a frame are deflated at the full level. Of large frames more, because the low level
  /// ranks filters badly there, and full search takes too long.
  fileprivate func animationFinalists(ofBytes count: Int) -> Int {
    switch self {
    case .quick, .light: 1
    case .normal: isLarge(count) ? 6 : 2
    case .strongest: 6
    }
  }

  /// Whether libdeflate alone deflates so many bytes.
  fileprivate func isLarge(_ count: Int) -> Bool { self == .normal && count > 1 << 16 }

  /// Rounds of the search for the smallest stream.
  fileprivate var searchRounds: Int { self == .strongest ? 15 : 6 }

  fileprivate static func >= (a: CompressionEffort, b: CompressionEffort) -> Bool { a.rawValue >= b.rawValue }
  fileprivate static func < (a: CompressionEffort, b: CompressionEffort) -> Bool { a.rawValue < b.rawValue }
}
