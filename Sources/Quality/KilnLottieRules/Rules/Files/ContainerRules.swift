internal import KilnCompression
internal import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnRuleEngine

// Rules of archives with animations inside.

extension Rule {
  static let archivePath = Rule(
    "archive.entry.path", .error, .exact,
    "An entry of the archive has a path that leads out of it.",
    why: "Programs that unpack the archive would write files anywhere.",
    remedy: "Pack the archive again; do not use one from an unknown source.")
  static let archiveDuplicate = Rule(
    "archive.entry.duplicate", .error, .approximated,
    "Two entries of the archive have the same name.",
    why: "Players take either of them.",
    remedy: "Pack the archive again.")
  static let archiveCase = Rule(
    "archive.entry.case", .warning, .exact,
    "Two entries of the archive differ only in upper and lower case.",
    why: "On macOS and Windows one overwrites the other when the archive is unpacked.",
    remedy: "Rename one of them.")
  static let archiveRatio = Rule(
    "archive.entry.ratio", .warning, .exact,
    "An entry of the archive inflates to a very large size.",
    why: "Players that inflate it without a limit run out of memory.",
    remedy: "Check what is in the archive; an animation is hardly ever packed that small.")
  static let archiveExtra = Rule(
    "archive.entry.extra", .note, .exact,
    "The archive holds files that no player reads, such as those of the system that packed it.",
    why: "They make the file larger.",
    remedy: "Pack the archive without hidden files; on macOS with zip -X instead of the Finder.")
  static let dotLottieManifest = Rule(
    "dotlottie.manifest.invalid", .error, .rejected,
    "The manifest of the dotLottie is not JSON, or names no animations.",
    why: "dotLottie players refuse the file.",
    remedy: "Pack the dotLottie again with a tool that writes a manifest.")
  static let dotLottieManifestMissing = Rule(
    "dotlottie.manifest.missing", .warning, .exact,
    "The archive has no manifest.json.",
    why: "dotLottie players refuse it; lottie-ios and lottie-android read it as JSON with images.",
    remedy: "Pack it as a dotLottie.")
  static let dotLottieAnimation = Rule(
    "dotlottie.animation.missing", .error, .dropped,
    "The manifest names an animation that is not in the archive.",
    why: "Players fail when it is asked for.",
    remedy: "Pack the dotLottie again, with all animations, or remove it from the manifest.")
  static let dotLottieOrphan = Rule(
    "dotlottie.file.unused", .warning, .exact,
    "The archive holds an animation, theme or state machine that the manifest does not name.",
    why: "No player shows it; it only makes the file larger.",
    remedy: "Add it to the manifest, or pack the dotLottie without it.")
  static let dotLottieVersion = Rule(
    "dotlottie.version", .note, .exact,
    "The manifest has no version, or one that is unknown.",
    why: "Readers guess where files are.",
    remedy: "Pack the dotLottie again with a current tool.")
  static let dotLottieStates = Rule(
    "dotlottie.stateMachine", .note, .dropped,
    "The dotLottie has state machines, which only dotLottie players run.",
    why: "lottie-web, lottie-ios and lottie-android show the plain animation without interaction.",
    remedy: "Use a dotLottie player where the interaction matters; elsewhere make a file of each state.")
}

extension RuleCheck {
  static let archives: [RuleCheck] = [entries, manifests, stateMachines]

  private static let ratio = ValidationRule.Option("factor", 200, "How many times larger an entry may become.")

  private static let entries = RuleCheck(
    [
      ValidationRule(.archivePath, .containers), ValidationRule(.archiveDuplicate, .containers),
      ValidationRule(.archiveCase, .containers), ValidationRule(.archiveRatio, .containers, options: [ratio]),
      ValidationRule(.archiveExtra, .containers),
    ],
    { (visit: ContainerVisit) in
      var names: Set<String> = []
      var folded: Set<String> = []
      for entry in visit.entries {
        let parts = entry.name.split(separator: "/", omittingEmptySubsequences: false)
        if entry.name.hasPrefix("/") || parts.contains("..") || entry.name.contains("\\..") {
          visit.report(.archivePath, "the entry “\(entry.name)” leads out of the archive", entry: entry.name)
        }
        if !names.insert(entry.name).inserted {
          visit.report(.archiveDuplicate, "there are two entries “\(entry.name)”", entry: entry.name)
        } else if !folded.insert(entry.name.lowercased()).inserted {
          visit.report(.archiveCase, "“\(entry.name)” differs from another entry in case only", entry: entry.name)
        }
        let inflated = entry.uncompressedSize
        if inflated > 1_000_000, Double(inflated) > Double(entry.compressedSize) * visit.value(ratio, of: .archiveRatio)
        {
          visit.report(
            .archiveRatio, "“\(entry.name)” inflates from \(ByteCount(entry.compressedSize)) to \(ByteCount(inflated))",
            entry: entry.name)
        }
        let file = parts.last ?? ""
        if entry.name.hasPrefix("__MACOSX/") || file == ".DS_Store" || file == "Thumbs.db" {
          visit.report(.archiveExtra, "“\(entry.name)” is not part of the animation", entry: entry.name)
        }
      }
    })

  private static let manifests = RuleCheck(
    .containers,
    [
      .dotLottieManifest, .dotLottieManifestMissing, .dotLottieAnimation, .dotLottieOrphan, .dotLottieVersion,
      .dotLottieStates, .stateMachineMissing,
    ],
    { (visit: ContainerVisit) in
      guard visit.kind == .archive else { return }
      guard visit.hasManifest else {
        return visit.report(.dotLottieManifestMissing, "the archive has no manifest.json")
      }
      guard let manifest = visit.manifest, let animations = manifest["animations"], animations.first != nil else {
        return visit.report(
          .dotLottieManifest, "manifest.json names no animations", entry: "manifest.json")
      }
      let version = manifest["version"].flatMap { $0.string ?? $0.number.map { $0.shortDescription } } ?? ""
      if !version.hasPrefix("1") && !version.hasPrefix("2") {
        visit.report(.dotLottieVersion, "the version is “\(version)”", entry: "manifest.json")
      }
      check(visit, manifest)
    })

  /// Compares what the manifest names with what is there.
  private static func check(_ visit: ContainerVisit, _ manifest: JSONValue) {
    func ids(_ name: JSONValue.Name) -> Set<String> {
      Set((manifest[name].map { Array($0.children) } ?? []).compactMap { $0.string("id") ?? $0.string })
    }
    let named: [(folders: Set<String>, ids: Set<String>)] = [
      (["a", "animations"], ids("animations")), (["t", "themes"], ids("themes")),
      (["s", "states"], ids("stateMachines").union(ids("states"))),
    ]
    let files = visit.files.map { name in
      (name: name, parts: name.split { $0 == "/" || $0 == "\\" }.map(String.init))
    }
    let fileNames = Set(files.compactMap(\.parts.last))
    for id in named[0].ids.sorted() {
      let isThere = fileNames.contains("\(id).json") || fileNames.contains(id)
      if !isThere { visit.report(.dotLottieAnimation, "there is no animation “\(id)”", entry: "manifest.json") }
    }
    for file in files {
      guard let folder = file.parts.dropLast().last, let name = file.parts.last,
        let kind = named.first(where: { $0.folders.contains(folder) })
      else { continue }
      let stem = name.split(separator: ".").dropLast().joined(separator: ".")
      if !kind.ids.contains(stem), !kind.ids.contains(name) {
        visit.report(.dotLottieOrphan, "the manifest does not name “\(file.name)”", entry: file.name)
      }
    }
    let machines = named[2].ids
    guard !machines.isEmpty else { return }
    let names = machines.sorted().map { "“\($0)”" }.joined(separator: ", ")
    visit.report(
      .dotLottieStates,
      "there \(machines.count == 1 ? "is the state machine" : "are \(machines.count) state machines,") \(names)",
      entry: "manifest.json")
    let known = Set(visit.stateMachines.map(\.id))
    for id in machines.subtracting(known).sorted() {
      visit.report(.stateMachineMissing, "there is no state machine “\(id)”", entry: "manifest.json")
    }
    if let initial = manifest["initial"]?.string("stateMachine"), !machines.contains(initial) {
      visit.report(
        .stateMachineMissing,
        "the file is to start with the state machine “\(initial)”, which the manifest does not name",
        entry: "manifest.json")
    }
  }
}
