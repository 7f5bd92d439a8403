package import KilnDiagnostics
package import Kiln
package import KilnReports

/// Makes the plan of a batch from what the user names.
package struct BatchPlanner: Sendable {
  /// The conversions to plan.
  package var conversions: [BatchConversion]
  /// Conversions that are not run, whose results are no inputs either.
  package var others: [BatchConversion] = []
  /// The part of the inputs that this process converts, and of how many: (1, 4) to (4, 4); nil for all.
  package var shard: BatchShard?
  /// The folder in which inputs and outputs must lie; nil for any.
  package var boundary: PathBoundary?
  /// Finds out what earlier runs made, which is asked when a found file is either that or a source; nothing by default.
  package var earlierResults: @Sendable () -> EarlierResults? = { nil }

  /// A planner for conversions.
  package init(_ conversions: [BatchConversion], shard: BatchShard? = nil) {
    self.conversions = conversions
    self.shard = shard
  }

  /// An input, or several that are packed, with the outputs.
  private struct Planned {
    var conversion: Int
    /// The first input.
    var input: BatchInput
    /// Further inputs that are packed into the same result; nil unless the conversion packs its inputs.
    var others: [BatchInput]?
    var variants: [BatchVariant]
    var outputs: [String]

    var inputs: [BatchInput] { [input] + (others ?? []) }
  }

  /// An input with its outputs.
  package struct PlannedInput: Sendable, Hashable {
    /// Index of the conversion.
    package var conversion: Int
    /// Path of the input.
    package var path: String
    /// Whether the user, or the project file, names this file.
    package var isNamed: Bool
    /// Path of the output of each variant.
    package var outputs: [String]
  }

  /// Finds the inputs and names the outputs, as for a plan.
  ///
  /// - Throws: As `plan()`.
  package func inputs() throws(Diagnostic) -> [PlannedInput] {
    try planned().planned.flatMap { item in
      item.inputs.map {
        PlannedInput(conversion: item.conversion, path: $0.path, isNamed: $0.isNamed, outputs: item.outputs)
      }
    }
  }

  /// Finds the inputs and names the outputs. Nothing is opened or written.
  ///
  /// - Throws: `usage.invalid` if two inputs have one output, or an output is an input or lies outside of the folder;
  ///   `config.outside` if a path leads out of the boundary; `input.notFound` if there is no input; what
  ///   `BatchConversion.variants` throws.
  package func plan() throws(Diagnostic) -> BatchPlan {
    var (planned, unmatched) = try planned()
    // Outputs are checked before the shard is taken: a collision is found whichever shards the two are in.
    if let shard { planned.removeAll { !shard.contains($0.input.shardName) } }
    var plan = makePlan(planned)
    plan.unmatched = unmatched
    plan.isConfined = boundary != nil
    return plan
  }

  private func planned() throws(Diagnostic) -> (planned: [Planned], unmatched: [InputPattern]) {
    let (found, unmatched) = try allInputs()
    var planned: [Planned] = []
    for (index, inputs) in found.enumerated() {
      if conversions[index].packsInputs, let first = inputs.first {
        var item = try outputs(of: first, conversion: index)
        item.others = Array(inputs.dropFirst())
        planned.append(item)
      } else {
        for input in inputs { planned.append(try outputs(of: input, conversion: index)) }
      }
    }
    planned = withoutResults(planned)
    try checkBoundary(planned)
    try checkOutputs(planned)
    return (planned, unmatched)
  }

  private func makePlan(_ planned: [Planned]) -> BatchPlan {
    var plan = BatchPlan(optionLists: [], jobs: [])
    var lists: [[String]: Int] = [:]
    plan.jobs.reserveCapacity(planned.reduce(0) { $0 + $1.outputs.count })
    for item in planned {
      for (number, (variant, output)) in zip(item.variants, item.outputs).enumerated() {
        let list = lists[variant.arguments] ?? plan.optionLists.count
        if list == plan.optionLists.count {
          lists[variant.arguments] = list
          plan.optionLists.append(variant.arguments)
        }
        plan.jobs.append(
          BatchJob(
            index: plan.jobs.count, input: item.input.path, output: output, options: list,
            variant: item.variants.count > 1 ? variant.name ?? "\(number + 1)" : nil,
            inputBytes: item.inputs.reduce(0) { $0 + $1.bytes }, isNamed: item.input.isNamed,
            others: item.others?.map { FoundFile(path: $0.path, isNamed: $0.isNamed) }))
      }
    }
    return plan
  }

  private func outputs(of input: BatchInput, conversion index: Int) throws(Diagnostic) -> Planned {
    let conversion = conversions[index]
    let variants = try conversion.variants(input.path)
    var outputs: [String] = []
    for (number, variant) in variants.enumerated() {
      outputs.append(try conversion.output(of: input, variant, number: number + 1))
    }
    return Planned(conversion: index, input: input, variants: variants, outputs: outputs)
  }

  // MARK: - Inputs

  /// The inputs of each conversion by path, and patterns that match nothing.
  private func allInputs() throws(Diagnostic) -> (inputs: [[BatchInput]], unmatched: [InputPattern]) {
    let results = (conversions + others).flatMap { conversion in conversion.resultPatterns.map { (conversion, $0) } }
    var inputs: [[BatchInput]] = []
    var unmatched: [InputPattern] = []
    for conversion in conversions {
      var finder = InputFinder(
        included: conversion.included, excluded: conversion.excluded,
        outputFolder: conversion.addsExtension ? InputFinder.identity(of: conversion.outputFolder) : nil
      ) { path in
        results.contains { conversion, pattern in conversion.mayBeResult(path, pattern) }
      }
      finder.respectsIgnoreFiles = conversion.respectsIgnoreFiles
      finder.skipsForeign = conversion.skipsForeign
      finder.takesPictures = true
      // A folder that holds inputs itself, as with `-o .`, is searched all the same: only folders inside PATH are left
      // out.
      var found = conversion.paths.flatMap { finder.inputs(at: $0) }
      found += conversion.listed.compactMap { finder.input(listed: $0) }
      for pattern in conversion.patterns {
        let matched = finder.inputs(matching: pattern)
        if matched.isEmpty { unmatched.append(pattern) }
        found += matched
      }
      inputs.append(Self.sortedAndUnique(found))
    }
    if inputs.allSatisfy(\.isEmpty), !conversions.contains(where: \.skipsForeign) { throw nothingFound }
    return (inputs, unmatched)
  }

  private var nothingFound: Diagnostic {
    let patterns = conversions.flatMap(\.patterns)
    let paths = conversions.flatMap(\.paths)
    let names = patterns.isEmpty ? paths : patterns.map { $0.place.isEmpty ? $0.text : "\($0.text) (\($0.place))" }
    return Diagnostic(
      .inputNotFound, "there are no animations in \(names.isEmpty ? "the list" : names.joined(separator: ", "))",
      advice:
        "Kiln looks for .json, .lottie, .tgs, .svga and .zip, and for pictures by patterns such as *.gif; check the paths and "
        + "patterns"
        + (conversions.contains { $0.respectsIgnoreFiles && !$0.paths.isEmpty } ? InputFinder.ignoreAdvice : ""))
  }

  /// The same file twice under one name, for example as a file and in its folder, is one input.
  private static func sortedAndUnique(_ found: [BatchInput]) -> [BatchInput] {
    var positions: [Key: Int] = [:]
    var inputs: [BatchInput] = []
    for input in found {
      // If several patterns match a file, the first one sets its relative path.
      let key = Key(
        path: Array(RelativePath.normalized(input.path).utf8),
        relativePath: input.isOfPattern ? [] : Array(input.relativePath.utf8))
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

  /// Key by bytes: names that are equal in Unicode may belong to different files.
  private struct Key: Hashable {
    var path: [UInt8]
    var relativePath: [UInt8]
  }

  /// Removes results of earlier runs: inputs that were found, not named, and that are expected outputs of other inputs.
  private func withoutResults(_ planned: [Planned]) -> [Planned] {
    guard planned.contains(where: { $0.inputs.contains { !$0.isNamed } }) else { return planned }
    var owners: [String: Set<String>] = [:]
    for item in planned {
      for path in expectedPaths(of: item) { owners[path, default: []].insert(item.input.path) }
    }
    lazy var earlier = earlierResults()
    return planned.compactMap { item in
      let inputs = item.inputs.filter { input in
        guard !input.isNamed, let owners = owners[RelativePath.normalized(input.path)],
          owners.contains(where: { $0 != item.input.path })
        else { return true }
        // A Lottie beside an SVGA is as likely what that was made of, and must not be lost. As an input it is refused.
        guard conversions[item.conversion].format.isDesign, owners.contains(item.input.path) else { return false }
        return !(earlier?.contains(input.path) ?? false)
      }
      guard let first = inputs.first else { return nil }
      var item = item
      item.input = first
      if item.others != nil { item.others = Array(inputs.dropFirst()) }
      return item
    }
  }

  /// Normalized paths of an input's outputs, as far as they are known before the work.
  private func expectedPaths(of item: Planned) -> [String] { writtenPaths(of: item).map(RelativePath.normalized) }

  /// The same as the paths are opened, with the files of folders that are there already.
  private func writtenPaths(of item: Planned, inFolders: Bool = false) -> [String] {
    let format = conversions[item.conversion].format
    return zip(item.variants, item.outputs).flatMap { variant, output in
      let location = OutputLocation(output, layout: variant.layout ?? format.layout)
      let files = inFolders && location.layout == .folder ? Files.names(in: location.path) : []
      return location.expectedPaths + files.map { location.path + "/" + $0 }
        + (variant.still.map { [location.path($0)] } ?? [])
    }
  }

  /// Checks that nothing is read or written outside of the boundary.
  private func checkBoundary(_ planned: [Planned]) throws(Diagnostic) {
    guard let boundary else { return }
    for item in planned {
      let conversion = conversions[item.conversion]
      for input in item.inputs where !boundary.contains(input.path) {
        let pattern = conversion.patterns.first { $0.finds(input.path) }
        throw Diagnostic(outsideAt: pattern?.place ?? "", "the input \(input.path) leads out of the project")
      }
      for path in writtenPaths(of: item, inFolders: true) where !boundary.contains(path) {
        throw Diagnostic(
          outsideAt: conversion.place, "\(path), which \(item.input.path) would be written to, leads out of the project"
        )
      }
    }
  }

  // MARK: - Collisions

  private func checkOutputs(_ planned: [Planned]) throws(Diagnostic) {
    var inputs: [String: String] = [:]
    for input in planned.flatMap(\.inputs) { inputs[RelativePath.normalized(input.path)] = input.path }
    var owners: [String: Planned] = [:]
    owners.reserveCapacity(planned.count)
    for item in planned {
      let conversion = conversions[item.conversion]
      for path in expectedPaths(of: item) {
        if let input = inputs[path] {
          throw conversion.wrongNames(
            "the output of \(item.input.path) would replace the input \(input)",
            advice: conversion.addsExtension
              ? "choose another folder with -o, other names with --name, or leave it out with --exclude"
              : "choose another folder in outputs, or leave it out of inputs")
        }
        guard let owner = owners.updateValue(item, forKey: path) else { continue }
        throw collision(owner, item, at: path)
      }
    }
  }

  private func collision(_ first: Planned, _ second: Planned, at path: String) -> Diagnostic {
    let conversion = conversions[second.conversion]
    let place = conversion.namesAreIn
    guard first.input.path == second.input.path else {
      return conversion.wrongNames(
        "\(first.input.path) and \(second.input.path) would both be written to \(path)",
        advice:
          "rename one, leave one out with \(place == "--name" ? "--exclude" : "exclude"), or give them other names "
          + "with \(place)")
    }
    guard first.conversion == second.conversion else {
      return conversion.wrongNames(
        "two conversions would both write \(first.input.path) to \(path)",
        advice: "give them different outputs")
    }
    return conversion.wrongNames(
      "two variants of \(first.input.path) would both be written to \(path)",
      advice: "tell them apart in \(place), for example with '{dir}/{stem}\(Self.difference(of: second.variants))'")
  }

  /// The end of a name that tells variants apart by what they differ in.
  private static func difference(of variants: [BatchVariant]) -> String {
    let isUnique = { (values: [String?]) in Set(values).count == variants.count && !values.contains(nil) }
    if isUnique(variants.map(\.width)) { return "-{width}" }
    if isUnique(variants.map(\.height)) { return "-{height}" }
    return isUnique(variants.map(\.scale)) ? "@{scale}x" : "-{variant}"
  }
}
