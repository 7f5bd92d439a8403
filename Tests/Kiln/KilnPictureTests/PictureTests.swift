import Foundation
import KilnPNG
import KilnTestSupport
import Testing

/// Every case of `Tests/Pictures` looks as its player draws it, however Kiln writes it.
@Suite struct PictureTests {
  /// Converting all cases takes minutes without optimization; `scripts/check` does it.
  private static var outputs: [PictureOutput] {
    #if DEBUG
      [.drawn]
    #else
      PictureOutput.allCases
    #endif
  }

  @Test func everyOutputLooksAsThePlayersPicture() async throws {
    let scores = await Self.scores()
    let folder = FileManager.default.temporaryDirectory.appending(path: "kiln-pictures-\(UUID().uuidString)")
    for score in scores { try Self.check(score, folder) }
    try Self.writeList(scores)
    guard Self.outputs.count == PictureOutput.allCases.count, !PictureCase.isFiltered else { return }
    let table = PictureTable(scores)
    Golden.expect(table.text, equalsFile: PictureCase.root + "README.md")
    let page = PictureCase.root + "../../Conversions/guide/supported.md"
    Golden.expect(table.updating(String(decoding: Fixture.bytes(page), as: UTF8.self)), equalsFile: page)
  }

  @Test(.enabled(if: !PictureCase.isFiltered)) func exceptionsNameCasesAndReasons() {
    let names = Set(PictureCase.all.map(\.name))
    for exception in PictureException.all {
      #expect(names.contains(exception.name), "exceptions.txt: there is no case \(exception.name)")
      #expect(!exception.outputs.isEmpty && exception.leastStructure <= 1, "exceptions.txt: \(exception.name)")
      #expect(exception.reason.count > 20, "exceptions.txt: \(exception.name) has no reason")
    }
  }

  @Test(.enabled(if: !PictureCase.isFiltered)) func everyCaseHasPictures() {
    #expect(PictureCase.all.count >= 400)
    for one in PictureCase.all { #expect(!one.moments.isEmpty, "\(one.name) has no picture") }
    let listed = Set(PictureTable.groups.flatMap(\.features))
    #expect(Set(PictureCase.all.map(\.feature)) == listed, "PictureTable.groups lists every feature")
  }

  // MARK: -

  /// Scores of all cases, in order, made by as many tasks as there are cores.
  private static func scores() async -> [PictureScore] {
    let outputs = outputs
    return await withTaskGroup(of: (Int, [PictureScore]).self) { group in
      for (index, one) in PictureCase.all.enumerated() {
        group.addTask { (index, PictureScore.scores(of: one, outputs)) }
      }
      var found: [(Int, [PictureScore])] = []
      for await scores in group { found.append(scores) }
      return found.sorted { $0.0 < $1.0 }.flatMap(\.1)
    }
  }

  private static func check(_ score: PictureScore, _ folder: URL) throws {
    let exception = PictureException.of(score)
    guard !score.isRight else {
      if let exception, exception.names(score.output) {
        Issue.record(
          "\(score.name) is right in \(score.output); exceptions.txt no longer needs it: \(exception.reason)")
      }
      return
    }
    if let exception, exception.allows(score) { return }
    var message = "\(score.name), \(score.output): \(score.failure ?? score.measures)"
    if let sheet = score.sheet {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let file = folder.appending(path: "\(score.name.replacing("/", with: "-"))-\(score.output).png")
      try Data(PNGEncoder.encode(sheet)).write(to: file)
      message += "; expected, got and difference: \(file.path())"
    }
    Issue.record("\(message)")
  }

  /// All scores as text, in the file that `KILN_PICTURE_SCORES` names.
  private static func writeList(_ scores: [PictureScore]) throws {
    guard let path = ProcessInfo.processInfo.environment["KILN_PICTURE_SCORES"] else { return }
    let lines = scores.map { score in
      let measures = score.similarity
      return "\(measures.structure) \(measures.wrong) \(measures.shade) \(score.output) \(score.name)"
    }
    try Fixture.write(lines.joined(separator: "\n") + "\n", path)
  }
}

extension PictureScore {
  /// For messages.
  var measures: String {
    String(
      format: "structure %.4f, wrong pixels %.4f, shade %.1f", similarity.structure, similarity.wrong, similarity.shade)
  }
}
