internal import ArgumentParser
internal import KilnBatch
internal import KilnDiagnostics
internal import KilnDigests
internal import Kiln
internal import KilnReports

/// Options of the record of earlier batch runs.
struct BatchCacheOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Folder for the file that says what is up to date. (default: the folder of the results)", valueName: "folder"))
  var cache: String?

  @Flag(name: .customLong("no-cache"), help: "Convert everything, and remember nothing.")
  var isOff = false

  @Flag(help: "Convert also what is up to date.")
  var force = false

  @Flag(help: "Try again what failed, although nothing has changed.")
  var retryFailed = false

  @Flag(help: "Remove results whose inputs are gone.")
  var prune = false

  @Option(help: ArgumentHelp("Write what each result was made of, for Make and Ninja.", valueName: "file"))
  var depfile: String?

  @Flag(help: "Convert again what changes, until interrupted.")
  var watch = false

  func validate() throws {
    guard isOff else { return }
    let others = [("--cache", cache != nil), ("--prune", prune), ("--depfile", depfile != nil), ("--watch", watch)]
    for (name, isGiven) in others where isGiven {
      throw ValidationError("\(name) needs what --no-cache leaves out. Leave one of them out.")
    }
  }

  /// The record of earlier runs; nil with `--no-cache`.
  ///
  /// - Throws: Errors of opening the record.
  func state(besides folder: String, shard: BatchShard?) throws(Diagnostic) -> BatchState? {
    isOff ? nil : try BatchState(folder: cache ?? folder, shard: shard)
  }

  /// Finds out what earlier runs made; nothing with `--no-cache`.
  func earlierResults(besides folder: String) -> @Sendable () -> EarlierResults? {
    { [isOff, cache] in isOff ? nil : EarlierResults(folder: cache ?? folder) }
  }
}

extension BatchCommand {
  /// A digest of everything but files that a result depends on: the options, and the versions of Kiln and its libraries.
  ///
  /// The text of all parsed options is what is digested, so that none that is added can be forgotten.
  var settingsDigest: SHA256Digest {
    var conversion = conversion
    (conversion.overwrite, conversion.dryRun) = (false, false)
    var text = ""
    dump(conversion, to: &text)
    dump(source, to: &text)
    // Variables of the environment say it, too.
    dump(source.limits.policy, to: &text)
    return SHA256Digest(ofTexts: [KilnCommand.configuration.version, text] + LibraryVersions.all)
  }
}
