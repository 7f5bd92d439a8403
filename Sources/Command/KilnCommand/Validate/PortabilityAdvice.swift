internal import KilnDiagnostics
internal import KilnLottieExport
internal import KilnReports
internal import KilnPlayers

/// Advice to convert a Lottie file for the players that lack what it uses.
struct PortabilityAdvice {
  private static let formats: Set<String> = ["lottie", "dotlottie", "tgs"]

  private let input: String
  private let players: [String]
  /// Number of findings about players.
  private let count: Int
  /// Number of those whose features a conversion writes in another way.
  private let rewritten: Int

  /// Advice about findings of a file; nil where a conversion would change none of them.
  init?(_ findings: [FileFinding], of file: ValidatedFile) {
    guard let format = file.validation?.format, Self.formats.contains(format), file.input != "-" else { return nil }
    let prefix = "player."
    let lacking = findings.filter { $0.rule.hasPrefix(prefix) && !$0.players.isEmpty }
    let rewritten = lacking.filter { TargetRewriting.rewrites($0.rule.dropFirst(prefix.count)) }
    guard !rewritten.isEmpty else { return nil }
    let named = Set(rewritten.flatMap { $0.targets + $0.partialTargets })
    players = Target.names.filter(named.contains) + named.filter { !Target.names.contains($0) }.sorted()
    (input, count) = (file.input, lacking.reduce(0) { $0.addingClamped($1.occurrences) })
    self.rewritten = rewritten.reduce(0) { $0.addingClamped($1.occurrences) }
  }

  /// The command and what it does, in one line.
  var line: PrintedLine {
    let isSafe = input.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || "/._-+@%=:,".unicodeScalars.contains($0)
    }
    let name = isSafe ? input : "'\(input.replacing("'", with: #"'\''"#))'"
    let effect =
      rewritten == count
      ? "makes it playable" : "writes \(rewritten) of these \(count) in another way, as far as that can be done"
    return "  kiln convert \(name) OUTPUT.json --target \(players.joined(separator: ",")) \(effect)"
  }
}
