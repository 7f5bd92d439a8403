import Foundation
import KilnTestSupport

/// A case that an output shows otherwise than the player, and why: a line of `Tests/Pictures/exceptions.txt`.
///
/// `feature/case output,output 0.93 4 The reason.`: what the structural similarity is at least, and the shade at most.
struct PictureException {
  let name: String
  let outputs: [PictureOutput]
  let leastStructure: Double
  let mostShade: Double
  let reason: String

  /// All of them; lines that start with `#` and empty ones are comments.
  static let all: [PictureException] = {
    let text = String(decoding: Fixture.bytes(PictureCase.root + "exceptions.txt"), as: UTF8.self)
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { PictureException(String($0)) }
  }()

  private init(_ line: String) {
    let words = line.split(separator: " ", maxSplits: 4).map(String.init)
    name = words[0]
    let outputs = words.count > 1 ? words[1].split(separator: ",").map(String.init) : []
    self.outputs = outputs == ["all"] ? PictureOutput.allCases : outputs.compactMap(PictureOutput.init(rawValue:))
    leastStructure = words.count > 2 ? Double(words[2]) ?? .infinity : .infinity
    mostShade = words.count > 3 ? Double(words[3]) ?? -1 : -1
    reason = words.count > 4 ? words[4] : ""
  }

  /// Whether a score is no worse than the exception allows.
  func allows(_ score: PictureScore) -> Bool {
    score.failure == nil && score.similarity.structure >= leastStructure && score.similarity.shade <= mostShade
  }

  /// The exception for a score; nil if there is none. What SVGA cannot say, no SVGA can.
  static func of(_ score: PictureScore) -> PictureException? {
    let ofCase = all.filter { $0.name == score.name }
    return ofCase.first { $0.outputs.contains(score.output) }
      ?? ofCase.first { score.output == .native && $0.outputs.contains(.svga) }
  }

  /// Whether it is about an output by name.
  func names(_ output: PictureOutput) -> Bool { outputs.contains(output) }
}
