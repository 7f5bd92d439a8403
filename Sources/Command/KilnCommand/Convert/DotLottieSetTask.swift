internal import ArgumentParser
internal import KilnDiagnostics
internal import Kiln
internal import KilnExporting
internal import KilnLottieExport
internal import KilnLottieFormat
internal import KilnTimeline

/// Several animations to one dotLottie. Those of an archive all come along, with its themes and state machines.
struct DotLottieSetTask {
  let inputs: [String]
  let output: String
  let source: SourceOptions
  let options: ConversionOptions
  let threads: Int

  /// An animation of an input.
  private struct Item {
    var input: String
    var source: SourceOptions
    /// Its ID in the archive.
    var id: String
  }

  /// Whether a file is a dotLottie with several animations of which none is asked for.
  static func isNeeded(for input: String, _ source: SourceOptions) -> Bool {
    FilePart.isAll(source) || source.animation == nil && animations(of: input, source.limits.policy).count > 1
  }

  /// IDs of the animations in a dotLottie; none for other files, and for those that cannot be read.
  private static func animations(of input: String, _ policy: FilePolicy) -> [String] {
    guard input != "-",
      let bytes = try? Files.read(input, limits: policy.limits, followsLinks: policy.followsLinks),
      let container = try? LottieContainer(bytes: bytes, limits: policy.limits)
    else { return [] }
    return container.animations
  }

  private var items: [Item] {
    inputs.flatMap { input -> [Item] in
      let known =
        source.animation == nil || FilePart.isAll(source) ? Self.animations(of: input, source.limits.policy) : []
      var source = source
      // An animation may be called so.
      if FilePart.isAll(source), !known.contains(FilePart.allAnimations) { source.animation = nil }
      let animations = source.animation == nil ? known : []
      guard animations.count > 1 else { return [Item(input: input, source: source, id: Files.stem(of: input))] }
      return animations.map { animation in
        var item = Item(input: input, source: source, id: animation)
        item.source.animation = animation
        return item
      }
    }
  }

  private var location: OutputLocation { OutputLocation(output, layout: .file) }

  /// Converts, packs and writes; prints the findings of each animation and the file.
  func run(_ printing: PrintingOptions) throws {
    let items = items
    guard let last = items.last else { return }
    var set = DotLottieSet(limits: source.limits.policy.limits)
    for item in items.dropLast() {
      var commandRun = CommandRun(item.input, item.source, printing, options.findings)
      try commandRun.collect { commandRun throws(Diagnostic) in try add(item, to: &set, &commandRun) }
    }
    var commandRun = CommandRun(last.input, last.source, printing, options.findings)
    try commandRun.run { commandRun throws(Diagnostic) in
      try add(last, to: &set, &commandRun)
      let bytes = try set.bytes()
      try options.common.budget.check(bytes: bytes.count)
      try commandRun.limits.check(
        bytes.count, atMost: .outputBytes, "the number of bytes of the result", advice: "pack fewer animations")
      return try write(bytes, items.map(\.id), &commandRun)
    }
  }

  private func add(_ item: Item, to set: inout DotLottieSet, _ commandRun: inout CommandRun) throws(Diagnostic) {
    try checkFree()
    let task = ConversionTask(
      input: item.input, output: output, format: .dotLottie, options: options, threads: threads)
    let source = try commandRun.open()
    let conversion = try task.conversion(of: source, &commandRun)
    let result = try conversion.run(source, name: item.id, log: &commandRun.log)
    try commandRun.checkFindings(whenImagesAreMissing: .error)
    try set.add(result.files.first?.bytes ?? [], id: item.id)
  }

  private func write(
    _ bytes: [UInt8], _ ids: [String], _ commandRun: inout CommandRun
  ) throws(Diagnostic) -> CommandResult {
    let file = NamedFile(
      name: location.fileName ?? "\(location.name).lottie", mediaType: DotLottieArchive.mediaType, bytes: bytes)
    try checkFree()
    let path = location.paths(of: [file]).first ?? output
    if !options.dryRun {
      try Files.makeFolder(around: location.path)
      try location.write([file], isOfBatch: false)
      commandRun.uses?.wrote(path, bytes)
    }
    let prefix = options.dryRun ? "would write " : ""
    let count = "\(ids.count) animation\(ids.count == 1 ? "" : "s")"
    return CommandResult(
      json: DotLottieSetReport(path: path, bytes: bytes.count, animations: ids),
      texts: ["\(prefix)\(path)  \(ByteCount(bytes.count)), \(count): \(ids.joined(separator: ", "))"])
  }

  private func checkFree() throws(Diagnostic) {
    for input in inputs {
      try location.checkFree(location.expectedPaths, input: input, overwrite: options.overwrite)
    }
  }
}

/// JSON output of `kiln convert` for several animations.
private struct DotLottieSetReport: Encodable {
  var path: String
  var bytes: Int
  /// IDs of the animations.
  var animations: [String]
}
