import KilnBatch
import KilnDiagnostics
import KilnReports
import Testing

@Suite struct BatchShardTests {
  /// A row for each system: its variables, and the part that they mean.
  @Test(arguments: [
    ("Kubernetes", ["JOB_COMPLETION_INDEX": "3", "KILN_SHARD_COUNT": "8"], "4/8"),
    ("Slurm", Self.slurm(id: 5, min: 5, max: 8, step: 1, count: 4), "1/4"),
    ("Slurm", Self.slurm(id: 9, min: 1, max: 9, step: 4, count: 3), "3/3"),
    ("Slurm", ["SLURM_ARRAY_TASK_ID": "2", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_COUNT": "2"], "2/2"),
    ("AWS Batch", ["AWS_BATCH_JOB_ARRAY_INDEX": "0", "AWS_BATCH_JOB_ARRAY_SIZE": "2"], "1/2"),
    ("AWS Batch", ["AWS_BATCH_JOB_ARRAY_INDEX": "0", "KILN_SHARD_COUNT": "2"], "1/2"),
    ("Google Cloud Batch", ["BATCH_TASK_INDEX": "9", "BATCH_TASK_COUNT": "10"], "10/10"),
    ("Cloud Run", ["CLOUD_RUN_TASK_INDEX": "0", "CLOUD_RUN_TASK_COUNT": "1"], "1/1"),
    ("GitLab", ["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "5"], "1/5"),
    ("CircleCI", ["CIRCLE_NODE_INDEX": "1", "CIRCLE_NODE_TOTAL": "5"], "2/5"),
    ("Buildkite", ["BUILDKITE_PARALLEL_JOB": "4", "BUILDKITE_PARALLEL_JOB_COUNT": "5"], "5/5"),
    (
      "Grid Engine",
      ["SGE_TASK_ID": "30", "SGE_TASK_FIRST": "10", "SGE_TASK_LAST": "35", "SGE_TASK_STEPSIZE": "10"], "3/3"
    ),
    ("PBS", ["PBS_ARRAY_INDEX": "2", "KILN_SHARD_COUNT": "2", "SGE_TASK_ID": "undefined"], "2/2"),
    ("LSF", ["LSB_JOBINDEX": "7", "LSB_JOBINDEX_END": "9", "LSB_JOBINDEX_STEP": "2"], "4/5"),
  ])
  func variablesOfSystems(_ system: String, _ variables: [String: String], _ part: String) throws {
    let others = ["PATH": "/bin", "CIRCLE_NODE_TOTAL": "5", "LSB_JOBINDEX": "0", "CI_NODE_INDEX": ""]
    let found = try BatchShard.detect(in: variables.merging(others) { mine, _ in mine })
    #expect(found.system == system && found.shard.description == part)
    #expect(variables[found.variable] != nil)
  }

  private static func slurm(id: Int, min: Int, max: Int, step: Int, count: Int) -> [String: String] {
    ["ID": id, "MIN": min, "MAX": max, "STEP": step, "COUNT": count].reduce(into: [:]) {
      $0["SLURM_ARRAY_TASK_" + $1.key] = "\($1.value)"
    }
  }

  @Test func theNumberOfPartsMayBeGiven() throws {
    #expect(try BatchShard.detect(in: ["JOB_COMPLETION_INDEX": "0"], count: 3).shard == BatchShard("1/3"))
    let gitLab = ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "3"]
    #expect(try BatchShard.detect(in: gitLab, count: 3).shard == BatchShard("2/3"))
  }

  @Test(arguments: [
    ([:], nil, "JOB_COMPLETION_INDEX, SLURM_ARRAY_TASK_ID"), (["SGE_TASK_ID": "undefined"], nil, "finds none"),
    (["JOB_COMPLETION_INDEX": "0"], nil, "KILN_SHARD_COUNT"),
    (["JOB_COMPLETION_INDEX": "0", "CI_NODE_INDEX": "1"], 2, "several systems"),
    (["JOB_COMPLETION_INDEX": "3"], 3, "goes from 0 to 2"), (["JOB_COMPLETION_INDEX": "-1"], 3, "goes from 0 to 2"),
    (["JOB_COMPLETION_INDEX": "x\n"], 3, "whole number"), (["JOB_COMPLETION_INDEX": "1.5"], 3, "whole number"),
    (["JOB_COMPLETION_INDEX": "99999999999999999999"], 3, "whole number"),
    (["CI_NODE_INDEX": "0", "CI_NODE_TOTAL": "3"], nil, "goes from 1 to 3"),
    (["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "0"], nil, "from 1 to 1000000"),
    (["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "3"], 4, "do not agree"),
    (["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "3", "KILN_SHARD_COUNT": "2"], nil, "do not agree"),
    (["SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_TASK_COUNT": "2"], nil, "SLURM_ARRAY_TASK_MIN"),
    (Self.slurm(id: 5, min: 0, max: 5, step: 1, count: 3), nil, "goes from 0 to 2"),
    (Self.slurm(id: 5, min: 0, max: 8, step: 4, count: 3), nil, "in steps of 4"),
    (Self.slurm(id: 5, min: 5, max: 5, step: 0, count: 1), nil, "above 0"),
    (Self.slurm(id: .max, min: .min, max: .max, step: .max, count: 2), nil, "SLURM_ARRAY_TASK_ID"),
    (
      [
        "SGE_TASK_ID": "\(Int.max)", "SGE_TASK_FIRST": "0", "SGE_TASK_LAST": "\(Int.max)", "SGE_TASK_STEPSIZE": "1",
      ], nil, "from 1 to 1000000"
    ),
  ])
  func nonsenseIsRefused(_ variables: [String: String], _ count: Int?, _ reason: String) {
    let error = #expect(throws: Diagnostic.self) { try BatchShard.detect(in: variables, count: count) }
    #expect(error?.rule == .usageInvalid && error?.description.contains(reason) == true, "\(String(describing: error))")
  }

  @Test func partsAreDisjointAndComplete() {
    let names = (0..<1000).map { "designs/\($0).json" }
    let parts = (1...4).compactMap { BatchShard(index: $0, count: 4) }
    for name in names { #expect(parts.count { $0.contains(name) } == 1) }
    for part in parts { #expect((150...350).contains(names.count(where: part.contains))) }
    for text in ["0/4", "5/4", "1/0", "1", "/", "a/b", "1/2/3", "-1/-1"] { #expect(BatchShard(text) == nil) }
  }
}
