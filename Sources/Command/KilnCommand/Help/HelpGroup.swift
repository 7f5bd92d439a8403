/// Groups of options in help, by what they are for.
///
/// Not the structure of the parser, whose groups follow the code that reads them: one of `convert` would have forty options.
enum HelpGroup: String, CaseIterable {
  case shown = "What is shown"
  case files = "Files"
  case project = "Project file"
  case size = "Size"
  case time = "Time"
  case budget = "Budget"
  case content = "Content"
  case output = "Output"
  case format = "Format"
  case webp = "WebP"
  case svga = "SVGA"
  case gif = "GIF"
  case video = "Video"
  case atlas = "Atlas"
  case checks = "Checks"
  case baseline = "Baseline"
  case fixing = "Fixing"
  case reports = "Reports"
  case input = "Input"
  case limits = "Limits"
  case workers = "Workers"
  case cache = "Earlier runs"
  case messages = "Messages"

  /// Options of the group by their long names; with a command in front where it means something else there.
  private var names: [String] {
    switch self {
    case .shown:
      [
        "timeline", "layers", "keys", "at", "point", "features", "memory", "cost", "swift", "inspect images", "targets",
        "csv",
        "picture", "video",
      ]
    case .files: ["include", "exclude", "no-gitignore", "filelist", "skip-foreign", "shard", "name", "variant"]
    case .project: ["config", "no-config", "print-config", "allow-outside", "only"]
    case .size: ["width", "height", "scale", "fit", "crop", "background"]
    case .time: ["frames", "every", "marker", "fps", "speed", "reverse", "loop"]
    case .budget:
      ["preset", "max-bytes", "max-memory", "max-cost", "prefer", "min-fps", "min-quality", "min-scale"]
    case .content: ["hide", "show", "solo", "set", "image", "text", "slot", "mute", "overrides"]
    case .output:
      [
        "to", "output", "overwrite", "dry-run", "yes", "schema", "init preset", "poster-out", "poster-frame",
        "allow-empty", "benchmark", "depfile", "prune", "watch",
      ]
    case .format: ["O", "quality", "lossy", "bitmap-scale", "decimals", "tolerance", "pretty"]
    case .webp:
      ["codec", "alpha-quality", "near-lossless", "effort", "poster", "keyframe-interval", "compat"]
    case .svga: ["profile", "text-as", "key", "svga-version"]
    case .gif: ["colors", "dither", "matte"]
    case .video: ["alpha", "image-slot", "text-slot"]
    case .atlas:
      [
        "descriptor", "page-size", "page-sides", "square-pages", "padding", "extrude", "trim", "rotate",
        "scale-variants",
        "premultiplied",
      ]
    case .checks:
      [
        "strict", "allow", "deny", "missing-images", "target", "validate preset", "rule", "fail-on", "render", "source",
        "verify", "min-ssim", "min-fg",
      ]
    case .baseline: ["baseline", "write-baseline"]
    case .fixing: ["fix", "fix-only", "write"]
    case .reports: ["report", "report-format", "format", "statistics"]
    case .input:
      ["from", "assets", "fonts", "animation", "theme", "state", "all-states", "fidelity", "as", "no-expressions"]
    case .limits: ["untrusted", "limit", "file-timeout", "file-memory", "expression-time"]
    case .workers: ["jobs", "fail-fast", "max-failures"]
    case .cache: ["cache", "no-cache", "force", "retry-failed"]
    case .messages: ["json", "quiet", "verbose", "color", "version", "help"]
    }
  }

  /// The group of an option of a command, by its long name, and the option's position in it; nil for one that no group
  /// knows, which a test excludes.
  static func place(of option: String, in command: String) -> (group: HelpGroup, position: Int)? {
    for name in ["\(command) \(option)", option] {
      for group in allCases {
        if let position = group.names.firstIndex(of: name) { return (group, position) }
      }
    }
    return nil
  }
}
