package import KilnDiagnostics
package import KilnReports

extension BatchShard {
  /// A part, and where its number comes from.
  package struct Detection: Sendable, Hashable {
    /// The part.
    package var shard: BatchShard
    /// Name of the system that says it, such as `Slurm`.
    package var system: String
    /// Name of the variable with its number.
    package var variable: String
  }

  /// Environment variables in which a cluster or CI system numbers the tasks of one job.
  struct System: Sendable {
    /// Source of the first task's number.
    enum First: Sendable { case number(Int), variable(String) }
    /// Source of the number of tasks.
    enum Count: Sendable {
      /// The system does not say it.
      case given
      case variable(String)
      /// The number of the last task.
      case last(String)
    }

    let name: String
    /// Variable with the number of this task.
    let index: String
    let first: First
    let count: Count
    /// Variable with the difference between the numbers of two tasks; 1 if it is not set.
    var step: String?
    /// Value of `index` in jobs that are not divided.
    var undivided: String?
  }

  /// Variable with the number of parts, for systems that do not say it.
  static let countVariable = "KILN_SHARD_COUNT"

  /// The systems that are known.
  static let systems = [
    System(name: "Kubernetes", index: "JOB_COMPLETION_INDEX", first: .number(0), count: .given),
    System(
      name: "Slurm", index: "SLURM_ARRAY_TASK_ID", first: .variable("SLURM_ARRAY_TASK_MIN"),
      count: .variable("SLURM_ARRAY_TASK_COUNT"), step: "SLURM_ARRAY_TASK_STEP"),
    System(
      name: "AWS Batch", index: "AWS_BATCH_JOB_ARRAY_INDEX", first: .number(0),
      count: .variable("AWS_BATCH_JOB_ARRAY_SIZE")),
    System(
      name: "Google Cloud Batch", index: "BATCH_TASK_INDEX", first: .number(0), count: .variable("BATCH_TASK_COUNT")),
    System(
      name: "Cloud Run", index: "CLOUD_RUN_TASK_INDEX", first: .number(0), count: .variable("CLOUD_RUN_TASK_COUNT")),
    System(name: "GitLab", index: "CI_NODE_INDEX", first: .number(1), count: .variable("CI_NODE_TOTAL")),
    System(name: "CircleCI", index: "CIRCLE_NODE_INDEX", first: .number(0), count: .variable("CIRCLE_NODE_TOTAL")),
    System(
      name: "Buildkite", index: "BUILDKITE_PARALLEL_JOB", first: .number(0),
      count: .variable("BUILDKITE_PARALLEL_JOB_COUNT")),
    System(
      name: "Grid Engine", index: "SGE_TASK_ID", first: .variable("SGE_TASK_FIRST"), count: .last("SGE_TASK_LAST"),
      step: "SGE_TASK_STEPSIZE", undivided: "undefined"),
    System(name: "PBS", index: "PBS_ARRAY_INDEX", first: .number(1), count: .given),
    System(
      name: "LSF", index: "LSB_JOBINDEX", first: .number(1), count: .last("LSB_JOBINDEX_END"),
      step: "LSB_JOBINDEX_STEP", undivided: "0"),
  ]

  /// The part that a cluster or CI system says by environment variables.
  ///
  /// - Parameter count: Number of parts; nil if the environment says it.
  /// - Throws: `usage.invalid` if no system or several are there, the number of parts is not known, or values make no sense.
  package static func detect(in environment: [String: String], count: Int? = nil) throws(Diagnostic) -> Detection {
    let variables = environment.filter { !$0.value.isEmpty }
    let found = systems.filter { system in variables[system.index].map { $0 != system.undivided } ?? false }
    guard let system = found.first else {
      throw Diagnostic(
        .usageInvalid, "--shard auto finds none of its variables: \(systems.map(\.index).joined(separator: ", "))",
        advice: "name the part, such as --shard 1/4")
    }
    guard found.count == 1 else {
      throw Diagnostic(
        .usageInvalid, "--shard auto finds variables of several systems: \(found.map(\.index).joined(separator: ", "))",
        advice: "name the part, such as --shard 1/4, or unset all but one")
    }
    return Detection(
      shard: try system.shard(ShardVariables(values: variables), count: count), system: system.name,
      variable: system.index)
  }
}

extension BatchShard.System {
  /// The shard of this task.
  fileprivate func shard(_ variables: ShardVariables, count asked: Int?) throws(Diagnostic) -> BatchShard {
    let first =
      switch first {
      case .number(let number): number
      case .variable(let name): try variables.required(name)
      }
    let step = try step.flatMap { name throws(Diagnostic) in try variables.number(name) } ?? 1
    guard let step = step > 0 ? step : nil else {
      throw variables.invalidVariable(self.step ?? index, "it must be above 0")
    }
    let count = try count(variables, first: first, step: step, asked: asked)
    let (offset, overflow) = try variables.required(index).subtractingReportingOverflow(first)
    guard !overflow, offset >= 0, offset % step == 0, offset / step < count,
      let shard = BatchShard(index: offset / step + 1, count: count)
    else {
      let last = first.addingClamped((count - 1).multipliedReportingOverflow(by: step).partialValue)
      throw variables.invalidVariable(
        index,
        "of \(count) part\(count == 1 ? "" : "s") in \(name) it goes from \(first) to \(last)"
          + (step > 1 ? " in steps of \(step)" : ""))
    }
    return shard
  }

  /// The number of parts, which all that say it must say alike: otherwise files would be missing or converted twice.
  private func count(
    _ variables: ShardVariables, first: Int, step: Int, asked: Int?
  ) throws(Diagnostic) -> Int {
    let said: (count: Int, source: String)?
    switch count {
    case .given: said = nil
    case .variable(let name): said = try variables.number(name).map { ($0, name) }
    case .last(let name):
      said = try variables.number(name).map { last in
        let (length, overflow) = last.subtractingReportingOverflow(first)
        return (overflow || length < 0 ? 0 : (length / step).addingClamped(1), name)
      }
    }
    let variable = try variables.number(BatchShard.countVariable)
    let sources = [
      asked.map { (count: $0, source: "--shard auto/\($0)") },
      variable.map { (count: $0, source: BatchShard.countVariable) },
      said,
    ].compactMap(\.self)
    guard let chosen = sources.first else {
      throw Diagnostic(
        .usageInvalid, "--shard auto does not know the number of parts, which \(name) does not say",
        advice: "write --shard auto/8, or set \(BatchShard.countVariable)")
    }
    // A million is above what any of these systems runs, and keeps sums small.
    for source in sources {
      guard (1...1_000_000).contains(source.count) else {
        throw variables.invalidVariable(source.source, "the number of parts is from 1 to 1000000")
      }
      guard source.count == chosen.count else {
        throw Diagnostic(
          .usageInvalid,
          "\(chosen.source) and \(source.source) do not agree: \(chosen.count) and \(source.count) parts",
          advice: "start as many tasks as there are parts")
      }
    }
    return chosen.count
  }
}

/// Numbers in environment variables.
private struct ShardVariables {
  let values: [String: String]

  /// The number in a variable; nil if it is not set.
  func number(_ name: String) throws(Diagnostic) -> Int? {
    guard let text = values[name] else { return nil }
    guard let number = Int(text) else { throw invalidVariable(name, "it must be a whole number") }
    return number
  }

  /// The number in a variable that must be there.
  func required(_ name: String) throws(Diagnostic) -> Int {
    guard let number = try number(name) else {
      throw Diagnostic(
        .usageInvalid, "--shard auto needs the variable \(name), which is not set",
        advice: "name the part, such as --shard 1/4")
    }
    return number
  }

  /// The error of an environment variable with an invalid value.
  func invalidVariable(_ name: String, _ reason: String) -> Diagnostic {
    let value = values[name].map { " is “\($0.prefix(50))”" } ?? ""
    return Diagnostic(
      .usageInvalid, "--shard auto: \(name)\(value); \(reason)", advice: "name the part, such as --shard 1/4")
  }
}
