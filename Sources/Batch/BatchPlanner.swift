public import Diagnostics
public import Kiln

/// Makes the plan of a batch from what the user names.
public struct BatchPlanner: Sendable {
  /// Files and folders to search, as the user names them.
  public var paths: [String] = []
  /// Lines of a file list; nil for none.
  public var listed: [String] = []
  /// Patterns one of which must match what is found in folders and lists; none for everything.
  public var included: [GlobPattern] = []
  /// Patterns none of which may match.
  public var excluded: [GlobPattern] = []
  /// Folder for the outputs.
  public var outputFolder: String
  /// Names of outputs below it, without extension.
  public var template: OutputTemplate
  /// What is made of each input; at least one.
  public var variants: [BatchVariant]
  /// The format of the outputs.
  public var format: OutputFormat
  /// The part of the inputs that this process converts, and of how many: (1, 4) to (4, 4); nil for all.
  public var shard: BatchShard?

  /// A planner for outputs in a folder; inputs are set afterwards.
  public init(
    outputFolder: String, template: OutputTemplate = .keepingTree, variants: [BatchVariant], format: OutputFormat
  ) {
    self.outputFolder = outputFolder
    self.template = template
    self.variants = variants
    self.format = format
  }

  /// Finds the inputs and names the outputs. Nothing is opened or written.
  ///
  /// - Throws: `usage.invalid` if two inputs have one output, or an output is an input or lies outside of the folder;
  ///   `input.notFound` if there is no input.
  public func plan() throws(Diagnostic) -> BatchPlan {
    let inputs = try sortedInputs()
    var jobs: [BatchJob] = []
    jobs.reserveCapacity(inputs.count * variants.count)
    for input in inputs {
      for (number, variant) in variants.enumerated() {
        jobs.append(
          BatchJob(
            index: jobs.count, input: input.path, output: try output(of: input, variant, number: number + 1),
            options: number, variant: variants.count > 1 ? variant.name ?? "\(number + 1)" : nil,
            inputBytes: input.bytes, isNamed: input.isNamed))
      }
    }
    try checkOutputs(jobs)
    guard let shard else { return BatchPlan(optionLists: variants.map(\.arguments), jobs: jobs) }
    // Outputs are checked before the shard is taken: a collision is found whichever shards the two are in.
    let kept = Set(inputs.filter { shard.contains($0.relativePath) }.map(\.path))
    var own = jobs.filter { kept.contains($0.input) }
    for index in own.indices { own[index].index = index }
    return BatchPlan(optionLists: variants.map(\.arguments), jobs: own)
  }

  private func sortedInputs() throws(Diagnostic) -> [BatchInput] {
    let finder = InputFinder(
      included: included, excluded: excluded, outputFolder: InputFinder.identity(of: outputFolder))
    // A folder that holds inputs itself, as with `-o .`, is searched all the same: only folders inside PATH are left out.
    let found = paths.flatMap { finder.inputs(at: $0) } + listed.compactMap { finder.input(listed: $0) }
    guard !found.isEmpty else {
      let names = (paths.isEmpty ? ["the list"] : paths).joined(separator: ", ")
      throw Diagnostic(
        .inputNotFound, "there are no animations in \(names)",
        advice: "Kiln looks for .json, .lottie, .tgs, .svga and .zip; check the paths and patterns")
    }
    // The same file twice under one name, for example as a file and in its folder, is one input.
    var positions: [Key: Int] = [:]
    var inputs: [BatchInput] = []
    for input in found {
      let key = Key(path: Self.normalized(input.path), relativePath: input.relativePath)
      if let position = positions[key] {
        inputs[position].isNamed = inputs[position].isNamed || input.isNamed
      } else {
        positions[key] = inputs.count
        inputs.append(input)
      }
    }
    return inputs.sorted { a, b in
      a.path == b.path
        ? a.relativePath.utf8.lexicographicallyPrecedes(b.relativePath.utf8)
        : a.path.utf8.lexicographicallyPrecedes(b.path.utf8)
    }
  }

  private struct Key: Hashable {
    var path: String
    var relativePath: String
  }

  private func output(of input: BatchInput, _ variant: BatchVariant, number: Int) throws(Diagnostic) -> String {
    let relative = template.path { placeholder in
      switch placeholder {
      case .dir: input.folder
      case .stem: input.stem
      case .variant: variant.name ?? "\(number)"
      case .scale: variant.scale
      case .width: variant.width ?? ""
      case .height: variant.height ?? ""
      }
    }
    guard let relative else {
      throw Diagnostic(
        .usageInvalid, "the output of \(input.path) would have no name or lie outside of \(outputFolder)",
        advice: "use {dir} and {stem} in --name")
    }
    let suffix = format.extensions.first.map { "." + $0 } ?? ""
    return outputFolder.hasSuffix("/") ? outputFolder + relative + suffix : outputFolder + "/" + relative + suffix
  }

  private func checkOutputs(_ jobs: [BatchJob]) throws(Diagnostic) {
    var inputs: [String: String] = [:]
    for job in jobs { inputs[Self.normalized(job.input)] = job.input }
    var owners: [String: BatchJob] = [:]
    owners.reserveCapacity(jobs.count)
    for job in jobs {
      for path in OutputLocation(job.output, format: format).expectedPaths.map(Self.normalized) {
        if let input = inputs[path] {
          throw Diagnostic(
            .usageInvalid, "the output of \(job.input) would replace the input \(input)",
            advice: "choose another folder with -o, or other names with --name")
        }
        guard let owner = owners.updateValue(job, forKey: path) else { continue }
        throw collision(owner, job, at: path)
      }
    }
  }

  private func collision(_ first: BatchJob, _ second: BatchJob, at path: String) -> Diagnostic {
    guard first.input == second.input else {
      return Diagnostic(
        .usageInvalid, "\(first.input) and \(second.input) would both be written to \(path)",
        advice: "rename one, leave one out with --exclude, or give them other names with --name")
    }
    return Diagnostic(
      .usageInvalid, "two variants of \(first.input) would both be written to \(path)",
      advice: "tell them apart in --name, for example with '{dir}/{stem}@{scale}x' or '{dir}/{stem}-{variant}'")
  }

  /// A path without `.`, double slashes, and `..` after a folder. Links are not resolved.
  private static func normalized(_ path: String) -> String {
    var names: [Substring] = []
    for name in path.split(separator: "/") where name != "." {
      if name == "..", let last = names.last, last != ".." { names.removeLast() } else { names.append(name) }
    }
    return (path.hasPrefix("/") ? "/" : "") + names.joined(separator: "/")
  }
}
