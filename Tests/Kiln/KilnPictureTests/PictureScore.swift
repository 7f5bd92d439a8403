import KilnDiagnostics
import KilnImages
import KilnPixels
import KilnTestSupport

/// How a case comes out of an output: the worst of its moments.
struct PictureScore {
  /// Feature and file of the case.
  let name: String
  let output: PictureOutput
  var similarity: PictureSimilarity
  /// Why there are no pictures; nil if there are.
  var failure: String?
  /// Expected picture, what was got, and their difference, of the worst moment; nil if the score is right.
  var sheet: Pixmap?

  /// What holds for every picture unless `exceptions.txt` names the case.
  static let leastStructure = 0.98
  static let mostWrong = 0.05
  static let mostShade = 0.9

  var isRight: Bool {
    failure == nil && similarity.structure >= Self.leastStructure && similarity.wrong <= Self.mostWrong
      && similarity.shade <= Self.mostShade
  }

  /// Scores of a case in some outputs.
  static func scores(of one: PictureCase, _ outputs: [PictureOutput]) -> [PictureScore] {
    let expected = one.moments.map { moment in
      (try? ImageDecoder.decode(Fixture.bytes(moment.path), limits: Limits())) ?? Pixmap(width: 0, height: 0)
    }
    // Lossless outputs give what is drawn, so that most comparisons are made once.
    var known: [(pixmap: Pixmap, moment: Int, similarity: PictureSimilarity)] = []
    return outputs.map { output in
      do {
        let pictures = try output.pictures(of: one)
        guard pictures.count == expected.count, !expected.isEmpty else {
          return PictureScore(
            name: one.name, output: output, failure: "\(pictures.count) of \(expected.count) pictures")
        }
        let scores = pictures.enumerated().map { moment, picture in
          if let found = known.first(where: { $0.moment == moment && $0.pixmap == picture }) { return found.similarity }
          let similarity = PictureSimilarity(expected[moment], picture)
          known.append((picture, moment, similarity))
          return similarity
        }
        return PictureScore(one.name, output, scores, expected, pictures)
      } catch {
        return PictureScore(name: one.name, output: output, failure: "\(error)")
      }
    }
  }

  private init(name: String, output: PictureOutput, failure: String) {
    (self.name, self.output, self.failure) = (name, output, failure)
    similarity = PictureSimilarity(Pixmap(width: 1, height: 0), Pixmap(width: 0, height: 0))
  }

  private init(
    _ name: String, _ output: PictureOutput, _ scores: [PictureSimilarity], _ expected: [Pixmap], _ got: [Pixmap]
  ) {
    (self.name, self.output) = (name, output)
    similarity = scores[0]
    similarity.structure = scores.map(\.structure).min() ?? 0
    similarity.wrong = scores.map(\.wrong).max() ?? 1
    similarity.shade = scores.map(\.shade).max() ?? 255
    guard !isRight, let worst = scores.indices.min(by: { scores[$0].structure < scores[$1].structure }) else { return }
    sheet = Self.sheet(expected[worst], got[worst])
  }

  /// Expected picture, what was got, and twice their difference, side by side on white.
  private static func sheet(_ expected: Pixmap, _ got: Pixmap) -> Pixmap {
    let gap = 4
    var sheet = Pixmap(
      width: expected.width * 2 + got.width + 2 * gap, height: max(expected.height, got.height))
    sheet.pixels = sheet.pixels.map { _ in 0xFFFF_00FF }
    sheet.copy(overWhite(expected), x: 0, y: 0)
    sheet.copy(overWhite(got), x: expected.width + gap, y: 0)
    var difference = overWhite(expected)
    if expected.width == got.width, expected.height == got.height {
      difference.pixels = zip(difference.pixels, overWhite(got).pixels).map { a, b in
        stride(from: UInt32(0), to: 24, by: 8).reduce(0xFF00_0000) { pixel, shift in
          pixel | UInt32(min(255, 2 * abs(Int(a >> shift & 255) - Int(b >> shift & 255)))) << shift
        }
      }
    }
    sheet.copy(difference, x: expected.width + got.width + 2 * gap, y: 0)
    return sheet
  }

  private static func overWhite(_ picture: Pixmap) -> Pixmap {
    var picture = picture
    picture.pixels = picture.pixels.map { pixel in
      let rest = 255 - pixel >> 24
      return pixel + (rest | rest << 8 | rest << 16 | rest << 24)
    }
    return picture
  }
}
