internal import ArgumentParser
internal import KilnBatch
internal import KilnDiagnostics
internal import Kiln
internal import KilnProject
internal import Synchronization

/// Decides which options hold for which result: command line over environment over project file, and in the file
/// overrides over variants over options of the conversion.
final class ProjectResolver: Sendable {
  let file: ProjectFile
  let conversion: ProjectConversion
  let naming: OutputNaming
  /// Assignments of the environment, then those of the command line.
  private let above: [OptionAssignment]
  /// Variants by the overrides that hold.
  private let cache = Mutex<[[Int]: [BatchVariant]]>([:])

  /// A resolver for one conversion.
  ///
  /// - Parameter above: Assignments that take precedence over the file.
  /// - Throws: `config.invalid` or `usage.invalid` for options that are wrong by themselves or together.
  init(_ file: ProjectFile, _ conversion: ProjectConversion, above: [OptionAssignment]) throws(Diagnostic) {
    self.file = file
    self.conversion = conversion
    self.above = above
    do throws(OutputNaming.Problem) {
      naming = try OutputNaming(conversion.outputs.text)
    } catch {
      throw Diagnostic(
        .configInvalid, error.message, in: file.file, at: conversion.outputs.position, advice: error.advice)
    }
    if conversion.packsInputs { try checkPacking() }
    // Check every override by itself, even if no file matches it.
    _ = try variants(overrides: [])
    for index in conversion.overrides.indices { _ = try variants(overrides: [index]) }
  }

  /// The conversion for the planner of the batch.
  func batchConversion() throws(Diagnostic) -> BatchConversion {
    var result = BatchConversion(naming, place: place(conversion.outputs.position)) { path throws(Diagnostic) in
      try self.variants(of: path)
    }
    if case .values(let values)? = selection(nil, overrides: [])["to"]?.value {
      result.format = values.last.flatMap { OutputFormat(id: $0) } ?? naming.format
    }
    // With the options of every override by itself.
    for overrides in [[]] + conversion.overrides.indices.map({ [$0] }) {
      let layouts = try variants(overrides: overrides).compactMap(\.layout)
      for layout in layouts where !result.layouts.contains(layout) { result.layouts.append(layout) }
    }
    result.packsInputs = conversion.packsInputs
    result.excluded = conversion.exclude
    for input in conversion.inputs {
      guard let pattern = InputPattern(input.text, place: place(input.position)) else {
        throw Diagnostic(.internalError, "the pattern \(input.text) was not checked")
      }
      result.patterns.append(pattern)
    }
    return result
  }

  /// Several inputs have one result: an atlas, whose name and options depend on none of them.
  private func checkPacking() throws(Diagnostic) {
    let position = conversion.outputs.position
    if let override = conversion.overrides.first {
      throw Diagnostic(
        .configInvalid, "an override is for some inputs, and all are packed on the same pages", in: file.file,
        at: override.position, advice: "leave overrides out, or pack: true")
    }
    if let placeholder = naming.template.placeholders.first(where: { $0 == .dir || $0 == .stem }) {
      throw Diagnostic(
        .configInvalid, "outputs has {\(placeholder)}, and all inputs are packed into one atlas", in: file.file,
        at: position, advice: "give the atlas a name, such as atlas.png")
    }
    guard naming.format == .atlas else {
      throw Diagnostic(
        .configInvalid, "inputs are packed into a PNG atlas, and outputs asks for \(naming.format.name)", in: file.file,
        at: position, advice: "let outputs end in .png, or leave pack out")
    }
  }

  private func place(_ position: TextPosition) -> String { "\(file.file):\(position.line):\(position.column)" }

  /// Variants of an input, by its path relative to the folder of the project file.
  func variants(of path: String) throws(Diagnostic) -> [BatchVariant] {
    try variants(overrides: conversion.overrides.indices.filter { conversion.overrides[$0].matches(path) })
  }

  /// The options of each result of an input; without one, what holds where no override does.
  func selections(of path: String?) -> [(variant: String?, selection: OptionSelection)] {
    let overrides = conversion.overrides.indices.filter { index in
      path.map { conversion.overrides[index].matches($0) } ?? false
    }
    return allVariants.enumerated().map { number, variant in
      (variant.map { $0.name ?? "\(number + 1)" }, selection(variant, overrides: overrides))
    }
  }

  private var allVariants: [ProjectVariant?] {
    conversion.variants.isEmpty ? [nil] : conversion.variants
  }

  private func variants(overrides: [Int]) throws(Diagnostic) -> [BatchVariant] {
    if let known = cache.withLock({ $0[overrides] }) { return known }
    var variants: [BatchVariant] = []
    for variant in allVariants { variants.append(try batchVariant(variant, overrides: overrides)) }
    cache.withLock { $0[overrides] = variants }
    return variants
  }

  private func batchVariant(_ variant: ProjectVariant?, overrides: [Int]) throws(Diagnostic) -> BatchVariant {
    let assignments = assignments(variant, overrides: overrides)
    let arguments = OptionSelection(assignments).arguments
    do {
      let result = try parsed(arguments).variant(name: variant?.name, arguments: arguments)
      try checkPlaceholders(result, variant)
      return result
    } catch let error as Diagnostic {
      throw error
    } catch {
      throw failure(assignments) ?? Diagnostic(.internalError, BatchCommand.message(for: error))
    }
  }

  private func parsed(_ arguments: [String]) throws -> BatchCommand {
    let command = try BatchArguments.parseVariant(arguments)
    if conversion.packsInputs { try command.conversion.checkForSeveralAnimations() }
    return command
  }

  private func selection(_ variant: ProjectVariant?, overrides: [Int]) -> OptionSelection {
    OptionSelection(assignments(variant, overrides: overrides))
  }

  /// All assignments in the order of precedence, the last first to hold.
  private func assignments(_ variant: ProjectVariant?, overrides: [Int]) -> [OptionAssignment] {
    let outputs = conversion.outputs.position
    var all = [
      OptionAssignment(name: "to", value: .values([naming.format.id]), origin: .conversion(outputs))
    ]
    all += conversion.options.map { OptionAssignment($0, OptionOrigin.conversion) }
    all += (variant?.options ?? []).map { OptionAssignment($0, OptionOrigin.variant) }
    for index in overrides {
      let override = conversion.overrides[index]
      all += override.options.map { OptionAssignment($0) { .override($0, reason: override.reason) } }
    }
    return all + above
  }

  /// Names of outputs must have a value for each of their placeholders.
  private func checkPlaceholders(_ result: BatchVariant, _ variant: ProjectVariant?) throws(Diagnostic) {
    for placeholder in naming.template.placeholders {
      let isMissing = placeholder == .width && result.width == nil || placeholder == .height && result.height == nil
      guard isMissing else { continue }
      throw Diagnostic(
        .configInvalid,
        "outputs has {\(placeholder)}, and \(variant == nil ? "options" : "a variant") says no "
          + "\(placeholder)", in: file.file, at: variant?.position ?? conversion.outputs.position,
        advice: "add \(placeholder):")
    }
  }

  /// The error of assignments that cannot be parsed together, at the position of the first one that makes parsing fail;
  /// nil if they can be parsed.
  private func failure(_ assignments: [OptionAssignment]) -> Diagnostic? {
    for count in assignments.indices.map({ $0 + 1 }) {
      let arguments = OptionSelection(Array(assignments.prefix(count))).arguments
      do {
        _ = try parsed(arguments)
      } catch {
        return failure(BatchCommand.message(for: error), of: assignments[count - 1])
      }
    }
    return nil
  }

  private func failure(_ message: String, of assignment: OptionAssignment) -> Diagnostic {
    // Advice follows, or nothing.
    let message = message.hasSuffix(".") ? String(message.dropLast()) : message
    return switch assignment.origin {
    case .conversion(let position), .variant(let position), .override(let position, _):
      Diagnostic(.configInvalid, message, in: file.file, at: position)
    case .environment(let name):
      Diagnostic(.configInvalid, "\(name): \(message)", advice: advice)
    case .commandLine: Diagnostic(.usageInvalid, message, advice: advice)
    }
  }
}

extension ProjectResolver {
  /// Advice on errors in options of the environment or the command line, which apply to all conversions; nil if there
  /// is only one conversion.
  private var advice: String? {
    file.conversions.count > 1 ? "this is about the conversion \(conversion.name); --only chooses others" : nil
  }
}

extension OptionSelection {
  /// The assignment of an option; nil if there is none.
  subscript(name: String) -> OptionAssignment? { assignments.first { $0.name == name } }
}
