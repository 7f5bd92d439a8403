import Kiln

func readFindings(_ samples: Samples) async throws {
  let animation = try await AnimationFile(path: samples.badge)
  let result = try await animation.convert(to: .svga)
  // snippet.read
  for finding in result.findings {
    print(finding.rule.id, finding.rule.severity, finding.rule.effect)
    print(finding.path.location, finding.path.pointer)
    print(finding.message, finding.advice ?? finding.rule.remedy)
  }
  let isExact = !result.findings.contains(where: \.rule.effect.isLossy)
  // snippet.end
  print(isExact)
  // snippet.policy
  let policy = RulePolicy(allowed: [RulePattern("svga.*")], denied: [RulePattern("lottie.asset.*")], isStrict: true)
  let refused = result.findings.filter { policy.verdict(on: $0.rule) == .refused }
  // snippet.end
  print(refused.count)
  try await limit(samples)
}

private func limit(_ samples: Samples) async throws {
  let upload = try Files.read(samples.plane)
  // snippet.limits
  var options = AnimationFile.Options()
  options.limits = .untrusted
  options.limits[.frames] = 20
  options.limits[.time] = 5
  // snippet.end
  // snippet.exceeded
  do throws(Diagnostic) {
    let animation = try await AnimationFile(upload, options: options)
    _ = try await animation.convert(to: .webp)
  } catch {
    print(error.failureKind, error.message)
  }
  // snippet.end
  // snippet.table
  for limit in Limit.allCases {
    print(limit.name, limit.row.subject, limit.row.standard, limit.row.untrusted, limit.row.reason)
  }
  // snippet.end
}
