package import KilnCompression
package import KilnDiagnostics

/// Filters and compression levels that are tried for each of many pictures of one animation.
///
/// At `.normal` effort they are fewer the more bytes all pictures have before compression, so that packing takes no longer than
/// drawing.
package struct FramePacking: Sendable {
  /// Filters that are tried, unless bytes are indices or several pixels, which filters seldom help.
  package let filterings: [PNGFiltering]
  /// libdeflate level by which the ways of filtering are compared.
  let trialLevel: Int
  /// Number of filterings that are deflated at the full level.
  let finalists: Int
  /// Ways of deflating the best filtered rows, of which the smallest stream is kept, the first of two equal ones.
  package let encoders: [PNGPicture.Encoder]
  /// Whether a frame that adds to the one before is also tried as one that replaces it.
  let triesReplacing: Bool

  /// Bytes of all pictures up to which they are deflated as small as can be, and up to which as rows of pictures.
  private static let fewBytes = 2 << 20
  private static let someBytes = 16 << 20

  /// - Parameter bytes: Bytes of all pictures together, before compression.
  package init(_ effort: CompressionEffort, bytes: Int) {
    let all = PNGFilter.allCases.map { PNGFiltering.same($0) } + [.smallestSum, .fewestPairs]
    switch effort {
    case .quick: self.init([.same(.none)], trialLevel: 1, [.level(1)], triesReplacing: false)
    case .light: self.init([.same(.none), .same(.up)], trialLevel: 1, [.level(6)])
    case .normal where bytes <= Self.fewBytes: self.init(all, trialLevel: 6, finalists: 2, [.own(.normal), .level(12)])
    case .normal where bytes <= Self.someBytes: self.init([.same(.none), .smallestSum], trialLevel: 3, [.own(.light)])
    case .normal: self.init([.same(.none), .smallestSum], trialLevel: 1, [.level(6)])
    case .strongest: self.init(all, trialLevel: 9, finalists: 4, [.own(.strongest), .level(12)])
    }
  }

  private init(
    _ filterings: [PNGFiltering], trialLevel: Int, finalists: Int = 1, _ encoders: [PNGPicture.Encoder],
    triesReplacing: Bool = true
  ) {
    self.filterings = filterings
    self.trialLevel = trialLevel
    self.finalists = finalists
    self.encoders = encoders
    self.triesReplacing = triesReplacing
  }

  /// Ways of filtering to try.
  package func filterings(for picture: PNGPicture) -> [PNGFiltering] {
    picture.isPacked ? Array(filterings.prefix(1)) : filterings
  }
}

/// Ways to store one frame, of which only the smallest so far are in memory.
package struct FrameTrials {
  /// A picture whose rows are filtered.
  struct Trial {
    var picture: PNGPicture
    /// The filtered rows.
    var lines: [UInt8]
    /// Bytes if they are deflated fast, with those of the palette that only this picture has.
    var size: Int
    var isBlended: Bool
  }

  private let packing: FramePacking
  /// The best ones, the smallest first.
  private var best: [Trial] = []

  package init(_ packing: FramePacking) { self.packing = packing }

  /// Number of trials that are kept.
  package var count: Int { best.count }

  /// Tries a picture with all filters.
  ///
  /// - Parameter paletteBytes: Bytes of a palette that the picture needs.
  /// - Throws: `internal.error` if there is no memory.
  package mutating func add(_ picture: PNGPicture, isBlended: Bool = false, paletteBytes: Int = 0) throws(Diagnostic) {
    for filtering in packing.filterings(for: picture) {
      let lines = picture.scanlines(filtering)
      let limit = best.count < packing.finalists ? .max : (best.last?.size ?? .max) - paletteBytes
      guard let stream = try Zlib.deflate(lines, level: packing.trialLevel, shorterThan: limit) else { continue }
      let trial = Trial(picture: picture, lines: lines, size: stream.count + paletteBytes, isBlended: isBlended)
      best.insert(trial, at: best.firstIndex { $0.size > trial.size } ?? best.endIndex)
      if best.count > packing.finalists { best.removeLast() }
    }
  }

  /// The smallest stream of the best trials, and whether it is of a blended frame.
  ///
  /// - Throws: `internal.error` if there is no memory.
  consuming func smallest() throws(Diagnostic) -> (data: [UInt8], isBlended: Bool) {
    let found = try smallestTrial()
    return (found?.data ?? [], found?.trial.isBlended ?? false)
  }

  /// The smallest stream, and the trial whose rows it holds; nil if there is none.
  ///
  /// - Throws: `internal.error` if there is no memory.
  consuming func smallestTrial() throws(Diagnostic) -> (data: [UInt8], trial: Trial)? {
    var found: (data: [UInt8], trial: Trial)?
    for trial in best {
      for encoder in packing.encoders {
        let data = try trial.picture.stream(trial.lines, encoder)
        if data.count < found?.data.count ?? .max { found = (data, trial) }
      }
    }
    return found
  }
}
