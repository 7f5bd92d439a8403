import Kiln
import KilnPlayers

func validate(_ samples: Samples) async throws {
  let gift = samples.like
  // snippet.preset
  let validation = Validation(preset: .svgaGift)
  let problems = try await validation.problems(in: gift)
  for problem in problems { print(problem.rule.id, problem) }
  // snippet.end
  precondition(problems.isEmpty, "the sample is a good gift")
  // snippet.options
  var options = ValidationOptions()
  options.targets = [try Target("lottie-ios"), try Target("lottie-android")]
  options.settings["lottie.asset.missing"] = .severity(.error)
  options.values["budget.bytes.limit"] = 200_000
  options.settings["budget.bytes"] = .severity(.error)
  let report = try await Validation(options).report(path: samples.badge)
  // snippet.end
  // snippet.report
  print(report.format, report.bytes, report.facts.frameCount, report.facts.decodedBytes)
  for finding in report.findings {
    print(finding.severity, finding.rule.id, finding.diagnostic.path.location, finding.diagnostic.message)
  }
  if let failure = report.failure { print("cannot be read:", failure) }
  // snippet.end
}
