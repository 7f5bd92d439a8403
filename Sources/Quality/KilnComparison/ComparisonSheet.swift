public import KilnDiagnostics
internal import KilnGeometry
internal import KilnImages
public import KilnPixels

/// Pictures of frames that differ: both animations and their difference side by side, labelled.
public struct ComparisonSheet: Sendable {
  /// Rows of a line of labels.
  private static let line = 22
  private static let gap = 8
  /// Longest side of one picture in the sheet.
  private static let longestSide = 1024
  /// Columns of one picture that are wanted for its labels.
  private static let wantedWidth = 240
  /// Factor by which differences are amplified.
  private static let strength: Int32 = 3
  private static let white: UInt32 = 0xFFFF_FFFF
  private static let ground: UInt32 = 0xFF20_2020

  private let comparison: AnimationComparison
  private let result: ComparisonResult
  private let titles: [String]
  /// Size of one picture in the sheet.
  private let cell: (width: Int, height: Int)
  /// Pixels of the sheet for one of a small picture.
  private let enlargement: Int

  /// Pictures of a comparison and its result.
  ///
  /// - Parameters:
  ///   - first: Name of the first animation.
  ///   - second: Name of the second animation.
  public init(_ comparison: AnimationComparison, _ result: ComparisonResult, first: String, second: String) {
    self.comparison = comparison
    self.result = result
    titles = [first, second, "difference \u{D7}\(Self.strength)"]
    let (width, height) = (comparison.width, comparison.height)
    let reduction = min(1, Double(Self.longestSide) / Double(max(width, height)))
    let enlargement =
      reduction < 1 ? 1 : max(1, min(Self.wantedWidth / width, Self.longestSide / max(width, height)))
    func pixels(_ side: Int) -> Int { max(1, Int((Double(side * enlargement) * reduction).rounded())) }
    cell = (pixels(width), pixels(height))
    self.enlargement = enlargement
  }

  private var width: Int { 3 * cell.width + 4 * Self.gap }
  private var rowHeight: Int { cell.height + Self.line + Self.gap }

  /// The worst frames below each other, none close to another one; of equal animations the frame in the middle.
  ///
  /// - Throws: Errors of `AnimationComparison.forEachPair`.
  public func picture(rows: Int = 3) throws(Diagnostic) -> Pixmap {
    var chosen: [Int] = []
    for index in result.worst where chosen.count < rows {
      if chosen.allSatisfy({ abs($0 - index) > result.frames.count / 12 }) { chosen.append(index) }
    }
    if chosen.isEmpty { chosen = [result.frames.count / 2] }
    var pictures: [Int: Pixmap] = [:]
    try comparison.forEachPair(of: chosen.sorted()) { index, first, second, _ in
      row(index, first, second)
    } consume: {
      pictures[$0] = $1
    }
    return sheet(of: chosen.compactMap { pictures[$0] })
  }

  /// All frames as an animated WebP.
  ///
  /// - Throws: Errors of `AnimationComparison.forEachPair`, or `image.encode.failed`.
  public func video() throws(Diagnostic) -> [UInt8] {
    let moments = comparison.moments
    let ends = moments.dropFirst().map(\.milliseconds) + [max(comparison.durations.first, comparison.durations.second)]
    var writer = try AnimatedWebPWriter(width: width, height: Self.line + rowHeight, loopCount: 0)
    try comparison.forEachPair(of: Array(moments.indices)) { index, first, second, _ throws(Diagnostic) in
      try WebPFrameEncoder.encode(sheet(of: [row(index, first, second)]), options: .lossy(quality: 80))
    } consume: { index, file throws(Diagnostic) in
      let duration = ends[index].rounded() - moments[index].milliseconds.rounded()
      try writer.append(
        frame: file, x: 0, y: 0, durationMilliseconds: Int(clamping: duration, to: 1...1_000_000), blend: false,
        disposeToBackground: false)
    }
    return try writer.finish()
  }

  // MARK: - Drawing

  /// Rows below each other, under the names of the columns.
  private func sheet(of rows: [Pixmap]) -> Pixmap {
    let count = width * (Self.line + rows.count * rowHeight)
    var sheet = Pixmap(
      width: width, height: Self.line + rows.count * rowHeight, pixels: [UInt32](repeating: Self.ground, count: count))
    for (column, title) in titles.enumerated() { write(title, column: column, columns: 1, y: 4, into: &sheet) }
    for (index, row) in rows.enumerated() { sheet.copy(row, x: 0, y: Self.line + index * rowHeight) }
    return sheet
  }

  /// Both pictures and their difference, under the numbers of the frame.
  private func row(_ index: Int, _ first: Pixmap, _ second: Pixmap) -> Pixmap {
    var row = Pixmap(
      width: width, height: rowHeight, pixels: [UInt32](repeating: Self.ground, count: width * rowHeight))
    write(label(result.frames[index]), column: 0, columns: 3, y: 4, into: &row)
    for (column, picture) in [first.onChecks, second.onChecks, difference(first, second)].enumerated() {
      row.copy(enlarged(picture), x: Self.gap + column * (cell.width + Self.gap), y: Self.line)
    }
    return row
  }

  private func label(_ frame: ComparisonResult.Frame) -> String {
    let (moment, difference) = (frame.moment, frame.difference)
    func short(_ value: Double, _ digits: Double) -> String { ((value * digits).rounded(.down) / digits).description }
    return
      "frame \(moment.first) / \(moment.second) at \(Int(clamping: moment.milliseconds.rounded(), to: 0...Int.max >> 12)) ms"
      + "  ssim \(short(difference.similarity, 1e4))  fg \(short(difference.contentSimilarity, 1e4))"
      + "  psnr \(short(difference.psnr, 10)) dB  bad \(short(difference.badPixels * 100, 100)) %"
  }

  /// Writes as much of a text as the columns have room for, as large as it fits.
  private func write(_ text: String, column: Int, columns: Int, y: Int, into target: inout Pixmap) {
    let room = columns * (cell.width + Self.gap) - Self.gap
    let scale = text.count * PixelFont.advance * 2 <= room ? 2 : 1
    PixelFont.draw(
      String(text.prefix(room / (PixelFont.advance * scale))), x: Self.gap + column * (cell.width + Self.gap),
      y: y + (2 - scale) * PixelFont.height / 2, scale: scale, color: Self.white, into: &target)
  }

  /// A picture in the size of a cell.
  private func enlarged(_ picture: Pixmap) -> Pixmap {
    guard enlargement > 1 else { return picture.resized(width: cell.width, height: cell.height) }
    var result = Pixmap(width: cell.width, height: cell.height)
    for y in 0..<cell.height {
      for x in 0..<cell.width { result[x, y] = picture[x / enlargement, y / enlargement] }
    }
    return result
  }

  /// The differences of the channels on black; of alpha, if it differs most, in all of them.
  private func difference(_ first: Pixmap, _ second: Pixmap) -> Pixmap {
    func channels(_ pixel: UInt32) -> SIMD4<Int32> {
      SIMD4<Int32>(
        truncatingIfNeeded: SIMD4<UInt32>(pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255, pixel >> 24))
    }
    var result = Pixmap(width: first.width, height: first.height)
    for index in result.pixels.indices {
      let signed = channels(first.pixels[index]) &- channels(second.pixels[index])
      var amount = SIMD4<UInt32>(truncatingIfNeeded: pointwiseMax(signed, 0 &- signed) &* Self.strength)
      let most = max(amount.x, amount.y, amount.z)
      if amount.w > most { amount = SIMD4(repeating: amount.w) }
      amount = pointwiseMin(amount, SIMD4(repeating: 255))
      result.pixels[index] = amount.x | amount.y << 8 | amount.z << 16 | 255 << 24
    }
    return result
  }
}

extension Pixmap {
  /// The picture over light squares.
  fileprivate var onChecks: Pixmap {
    var result = self
    for y in 0..<height {
      for x in 0..<width {
        result[x, y] = (x / 8 + y / 8).isMultiple(of: 2) ? 0xFFFF_FFFF : 0xFFE0_E0E0
      }
    }
    result.composite(self, x: 0, y: 0)
    return result
  }
}
