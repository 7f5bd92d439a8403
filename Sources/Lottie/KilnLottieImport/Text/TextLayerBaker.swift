internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnLottieExpressions
internal import KilnLottieFormat
internal import KilnTimeline

/// Bakes a text into sprites in its layer's space: one for all letters if none is animated, else one for each letter, so that
/// the motion is in the sprite's transform.
struct TextLayerBaker {
  private let text: LottieText
  private let documentTrack: TextDocumentTrack
  private let arrangement: TextArrangementTrack
  private let fonts: FontTable
  private let times: SampleTimes
  private let origin: SpriteOrigin
  private let budget: DocumentCounters
  /// By position in `text.documents`; of documents that are seen.
  private var layouts: [Int: TextLayout] = [:]
  /// Letters by position of their document in `text.documents`.
  private var letters: [Int: LastValueCache<[LetterState?]>] = [:]
  private var shapeLists: [LetterShape: ShapeListID] = [:]
  /// Images of fonts' bitmaps by their PNG files.
  private var images: [[UInt8]: ImageID?] = [:]

  /// Part of a baked text; the parts are ordered from back to front.
  enum Piece {
    case sprite(Sprite)
    /// An animated character with its opacity and its matrix, from the composition's space to the layer's, a frame.
    case composition(LottieCharacterComposition, character: String, frames: [FrameState])
  }

  /// Cache key of a letter's shapes.
  private struct LetterShape: Hashable {
    var document: Int
    var character: String
    var paint: LetterPaint
  }

  init(
    _ text: LottieText, masks: [LottieMask], fonts: FontTable, at times: SampleTimes, _ origin: SpriteOrigin,
    _ expressions: ExpressionRunner?, budget: DocumentCounters
  ) {
    self.text = text
    documentTrack = TextDocumentTrack(text)
    self.fonts = fonts
    self.times = times
    self.origin = origin
    self.budget = budget
    arrangement = TextArrangementTrack(expressions) { TextArrangementFormula(text, masks: masks, &$0) }
  }

  mutating func bake(into builder: inout TimelineBuilder) throws(Diagnostic) -> [Piece] {
    var documents: [Int?] = []
    for sample in times.samples {
      let document = sample.time.flatMap { documentTrack.value(at: $0, in: times.context) }
      if let document { try layOut(document) }
      documents.append(document)
    }
    let used = layouts.keys.sorted().compactMap { layouts[$0] }
    guard let longest = used.map(\.letters.count).max() else { return [] }
    let evaluations = arrangement.isAnimated ? times.count : 1
    let (steps, overflow) = longest.multipliedReportingOverflow(by: arrangement.formula.cost * evaluations)
    try budget.addLetterSteps(overflow ? .max : steps)
    if !arrangement.isAnimated, let sprite = try wholeText(documents, into: &builder) { return [.sprite(sprite)] }
    let letters = try singleLetters(documents, used, count: longest, into: &builder)
    guard used.contains(where: { $0.letters.contains { $0.glyph?.isMoreThanShapes ?? false } }) else {
      return letters.map { .sprite($0) }
    }
    let animated = try animatedLetters(documents, count: longest, in: &builder)
    let pictures = try pictures(documents, count: longest, in: &builder)
    return letters.indices.flatMap { [.sprite(letters[$0])] + animated[$0] + pictures[$0].map(Piece.sprite) }
  }

  /// Lays a document out, once, if there is a typeface for it.
  private mutating func layOut(_ index: Int) throws(Diagnostic) {
    let document = text.documents[index].document
    guard layouts[index] == nil, let typeface = fonts.typeface(named: document.font) else { return }
    try budget.addLetters(document.text.unicodeScalars.count)
    layouts[index] = try TextLayout(
      document, typeface: typeface, grouping: text.grouping, losesPlaces: fonts.losesLetterPlaces,
      mayJoinLetters: text.animators.isEmpty && text.path == nil)
  }

  private mutating func letters(of document: Int, _ layout: TextLayout, at time: Double) -> [LetterState?] {
    letters[document, default: LastValueCache(arrangement.changes)].value(at: time) {
      arrangement.value(at: time, in: times.context).letters(of: layout)
    }
  }

  // MARK: - One sprite

  /// The letters of each document as one shape list; nil if a letter's opacity needs a sprite of its own, or if a letter
  /// is a composition.
  private mutating func wholeText(
    _ documents: [Int?], into builder: inout TimelineBuilder
  ) throws(Diagnostic) -> Sprite? {
    var states: [Int: FrameState] = [:]
    for case let (index?, time?) in zip(documents, times.samples.map(\.time)) where states[index] == nil {
      guard let layout = layouts[index] else { continue }
      var shapes: [Shape] = []
      var pointCount = 0
      if layout.letters.contains(where: { $0.glyph?.isMoreThanShapes ?? false }) { return nil }
      for (letter, state) in zip(layout.letters, letters(of: index, layout, at: time)) {
        guard let state, state.opacity > 0, state.paint.isVisible, let glyph = letter.glyph else { continue }
        if state.opacity < 1, state.paint.overlapsItself || !glyph.layers.isEmpty { return nil }
        shapes += state.paint.faded(by: state.opacity).shapes(glyph, transform: state.transform)
        pointCount = pointCount.addingClamped(glyph.outline.points.count)
        try builder.checkRoom(forPoints: pointCount)
      }
      states[index] =
        shapes.isEmpty
        ? .hidden : FrameState(opacity: 1, transform: .identity, shapes: try builder.intern(shapes))
    }
    try builder.reserveSprite()
    let frames = documents.map { document in document.flatMap { states[$0] } ?? .hidden }
    return Sprite(origin, content: .vector, frames: frames)
  }

  // MARK: - A sprite a letter

  /// A sprite for each letter position in the text, named after its character.
  ///
  /// - Parameters:
  ///   - used: The layouts of all documents in the order of time. The first one with a letter at a
  ///     position names its sprite.
  private mutating func singleLetters(
    _ documents: [Int?], _ used: [TextLayout], count: Int, into builder: inout TimelineBuilder
  ) throws(Diagnostic) -> [Sprite] {
    var sprites: [Sprite] = []
    for letter in 0..<count {
      try builder.reserveSprite()
      let name = used.first { letter < $0.letters.count }?.letters[letter].character
      let frames = Array(repeating: FrameState.hidden, count: times.count)
      sprites.append(Sprite(origin.part(named: [name].compactMap(\.self)), content: .vector, frames: frames))
    }
    for (frame, sample) in times.samples.enumerated() {
      guard let time = sample.time, let document = documents[frame], let layout = layouts[document] else { continue }
      for (index, state) in letters(of: document, layout, at: time).enumerated() {
        guard let state, state.opacity > 0, state.paint.isVisible, let glyph = layout.letters[index].glyph,
          !glyph.outline.isEmpty || !glyph.layers.isEmpty
        else { continue }
        let style = LetterShape(document: document, character: layout.letters[index].character, paint: state.paint)
        if shapeLists[style] == nil {
          shapeLists[style] = try builder.intern(state.paint.shapes(glyph))
        }
        sprites[index].frames[frame] = FrameState(
          opacity: state.opacity, transform: state.transform, shapes: shapeLists[style])
      }
    }
    return sprites
  }

  // MARK: - Pictures

  /// The sprites of fonts' bitmaps at each letter position: one for each bitmap of each character that is seen there.
  private mutating func pictures(
    _ documents: [Int?], count: Int, in builder: inout TimelineBuilder
  ) throws(Diagnostic) -> [[Sprite]] {
    var sprites: [[Sprite]] = Array(repeating: [], count: count)
    var positions: [PictureKey: Int] = [:]
    for (frame, sample) in times.samples.enumerated() {
      guard let time = sample.time, let document = documents[frame], let layout = layouts[document] else { continue }
      for (index, state) in letters(of: document, layout, at: time).enumerated() {
        let letter = layout.letters[index]
        guard let state, state.opacity > 0, let pictures = letter.glyph?.pictures else { continue }
        for (number, picture) in pictures.enumerated() {
          let key = PictureKey(letter: index, character: letter.character, number: number)
          if positions[key] == nil {
            guard let image = try image(picture, named: letter.character, in: &builder) else { continue }
            try builder.reserveSprite()
            positions[key] = sprites[index].count
            sprites[index].append(
              Sprite(
                origin.part(named: [letter.character]), content: .image(image),
                frames: Array(repeating: .hidden, count: times.count)))
          }
          guard let position = positions[key] else { continue }
          sprites[index][position].frames[frame] = FrameState(
            opacity: state.opacity, transform: state.transform * picture.transform)
        }
      }
    }
    return sprites
  }

  /// A bitmap of a character at a position of the text.
  private struct PictureKey: Hashable {
    var letter: Int
    var character: String
    var number: Int
  }

  /// The timeline's image of a font's bitmap, added once.
  private mutating func image(
    _ picture: LottieFontGlyph.Picture, named name: String, in builder: inout TimelineBuilder
  ) throws(Diagnostic) -> ImageID? {
    if let known = images[picture.png] { return known }
    let id = try ImageAsset(name: name, bytes: picture.png).map { asset throws(Diagnostic) in try builder.add(asset) }
    images[picture.png] = .some(id)
    return id
  }

  // MARK: - Animated characters

  /// The animated characters at each letter position, of all documents.
  private mutating func animatedLetters(
    _ documents: [Int?], count: Int, in builder: inout TimelineBuilder
  ) throws(Diagnostic) -> [[Piece]] {
    var found: [[String: (composition: LottieCharacterComposition, frames: [FrameState])]] =
      Array(repeating: [:], count: count)
    for (frame, sample) in times.samples.enumerated() {
      guard let time = sample.time, let document = documents[frame], let layout = layouts[document] else { continue }
      let size = Affine.scale(layout.document.size.fromPercent, layout.document.size.fromPercent)
      for (index, state) in letters(of: document, layout, at: time).enumerated() {
        let letter = layout.letters[index]
        guard let state, state.opacity > 0, let composition = letter.glyph?.composition else { continue }
        if found[index][letter.character] == nil {
          try builder.reserveSprite()
          found[index][letter.character] = (composition, Array(repeating: .hidden, count: times.count))
        }
        found[index][letter.character]?.frames[frame] = FrameState(
          opacity: state.opacity, transform: state.transform * size)
      }
    }
    return found.map { letter in
      letter.sorted { $0.key < $1.key }.map {
        .composition($0.value.composition, character: $0.key, frames: $0.value.frames)
      }
    }
  }
}

extension Glyph {
  /// Whether it needs sprites of its own.
  fileprivate var isMoreThanShapes: Bool { composition != nil || !pictures.isEmpty }
}
