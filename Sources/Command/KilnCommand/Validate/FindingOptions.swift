internal import ArgumentParser
internal import KilnBatch
package import KilnDiagnostics
internal import Kiln
internal import KilnProject
internal import KilnReports
internal import KilnValidation

/// Options that decide which findings make a command fail.
struct FindingOptions: ParsableArguments {
  /// Treatment of an image that is not found.
  enum MissingImages: String, ExpressibleByArgument, CaseIterable {
    case error, skip, placeholder
  }

  @Flag(help: "Write nothing if anything would be lost or approximated.")
  var strict = false

  @Option(help: ArgumentHelp("Accept findings of a rule, such as lottie.expression or lowering.*.", valueName: "rule"))
  var allow: [String] = []

  @Option(help: ArgumentHelp("Write nothing if there is a finding of a rule; * as in --allow.", valueName: "rule"))
  var deny: [String] = []

  @Option(
    name: .customLong("missing-images"),
    help: "When an image is not found: fail, leave it out, or draw a grey chequered picture.")
  var missingImages: MissingImages?

  @Option(
    help: ArgumentHelp(
      "A player that must show the result, such as lottie-ios or svga-web; several separated by commas. What it lacks is a "
        + "finding, and in Lottie written in another way where it can be.",
      valueName: "player"))
  var target: [String] = []

  /// The players that must show results of a format.
  ///
  /// - Throws: `usage.invalid` for names that are none, and players of other formats.
  func targets(for format: OutputFormat) throws(Diagnostic) -> [Target] {
    var targets: [Target] = []
    for name in target.flatMap({ $0.split(separator: ",") }) {
      let target = try Target(String(name))
      let isLottie = [.lottie, .dotLottie, .sticker].contains(format)
      let isPlayer = target.isSVGA ? format == .svga && target.name != "svga" : isLottie
      guard isPlayer else {
        let names = Target.names.filter { isLottie ? !$0.hasPrefix("svga") : $0.hasPrefix("svga-") }
        throw Diagnostic(
          .usageInvalid, target.name == "svga" ? "svga is a format" : "\(target) is no player of \(format.id)",
          advice: "choose players of \(isLottie ? "Lottie" : "SVGA"): \(names.joined(separator: ", "))")
      }
      targets.append(target)
    }
    return targets
  }

  func validate() throws {
    for name in target.flatMap({ $0.split(separator: ",") }) {
      do throws(Diagnostic) {
        _ = try Target(String(name))
      } catch {
        throw ValidationError("--target: \(error)")
      }
    }
    for (option, names) in [("--allow", allow), ("--deny", deny)] {
      for name in names where !RuleCatalogue.withCommand.contains(where: { RulePattern(name).matches($0) }) {
        let ids = RuleCatalogue.withCommand.map(\.id)
        let near = Spelling.nearest(to: name, among: ids).map { "did you mean \($0)?" } ?? "`kiln rules` lists all."
        throw ValidationError("\(option): there is no rule “\(name)”; \(near)")
      }
    }
  }

  var policy: RulePolicy {
    RulePolicy(allowed: allow.map { RulePattern($0) }, denied: deny.map { RulePattern($0) }, isStrict: strict)
  }
}

extension RuleCatalogue {
  /// The library's rules and the command's own, by ID.
  package static var withCommand: [Rule] {
    (all + ReportRules.all + BatchRules.all + ProjectRules.all + [.strictLoss, .deniedFinding, .previewServer]).sorted {
      $0.id < $1.id
    }
  }
}
