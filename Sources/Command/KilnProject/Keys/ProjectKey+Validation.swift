extension ProjectKey {
  /// Keys that are allowed at each level of `validation`.
  private static let demands: [ProjectKey] = [
    ProjectKey(
      name: "targets", value: .targets,
      help: "Players that must show the animation, such as `lottie-ios@4.5`; `kiln rules --targets` lists them."),
    ProjectKey(
      name: "rules", value: .rules,
      help:
        "Rules by their IDs, in which `*` matches any text: `off`, `note`, `warning` or `error`; or a mapping of "
        + "`severity` and the rule's options."),
    ProjectKey(
      name: "budgets",
      value: .mapping(ProjectBudget.all.map { ProjectKey(name: $0.name, value: .amount($0), help: $0.help) }),
      help: "Upper bounds. What is above is an error; `none` lifts a bound."),
    ProjectKey(
      name: "names", value: .mapping(names),
      help:
        "Regular expressions that whole names must match: `.` `[a-z]` `[^a-z]` `\\d` `\\w` `\\s` `( )` `|` `*` `+` `?` `{2,5}`."
    ),
    ProjectKey(
      name: "slots", value: .slots,
      help:
        "Images that apps replace and that must be there, each with its size in pixels: `avatar: 300x300`, `750x*`, or "
        + "`any`. Keys of SVGA; of Lottie IDs or names of image assets, or slots."),
    ProjectKey(
      name: "canvases", value: .extents, help: "Sizes of which the canvas must have one, such as `750x1334` or `300x*`."
    ),
    ProjectKey(
      name: "rates", value: .rates, help: "Frame rates of which the animation must have one. Not of pictures."),
  ]

  private static let names: [ProjectKey] = [
    ProjectKey(name: "files", value: .namePattern, help: "Of files, without folders."),
    ProjectKey(name: "layers", value: .namePattern, help: "Of layers in Lottie files."),
    ProjectKey(
      name: "keys", value: .namePattern, help: "By which apps replace images: keys of SVGA, IDs of Lottie's images."),
    ProjectKey(name: "markers", value: .namePattern, help: "Of markers in Lottie files."),
  ]

  private static let preset = ProjectKey(
    name: "preset", value: .preset, help: "Demands to begin with; what stands beside it takes precedence.")

  private static func files(isRequired: Bool = false, _ help: String) -> ProjectKey {
    ProjectKey(name: "files", value: .patterns, isRequired: isRequired, help: help)
  }

  private static let formats = ProjectKey(
    name: "formats", value: .formats,
    help:
      "Only files of these formats, which the content decides: lottie (JSON, or a ZIP without a manifest), dotlottie, "
      + "tgs, svga, webp, apng, png, atlas.")

  /// The keys of `validation`.
  static let validation: [ProjectKey] =
    [
      ProjectKey(
        name: "files", value: .inputs,
        help: "What `kiln validate` checks where no paths are named; without it, inputs and results of the conversions."
      ),
      ProjectKey(
        name: "fail-on", value: .severity, help: "Findings from which the exit code is 1: `error`, `warning` or `note`."
      ),
      preset,
    ] + demands + [
      ProjectKey(
        name: "classes", value: .named(validationClass),
        help: "Demands on some files, by names of your choice. Later ones take precedence over earlier ones."),
      ProjectKey(
        name: "overrides", value: .list(exception),
        help: "Exceptions for some files. Later ones take precedence over earlier ones, and all over classes."),
    ]

  private static let validationClass: [ProjectKey] =
    [files("Patterns for files. One without a slash matches names at any depth."), formats, preset] + demands

  private static let exception: [ProjectKey] =
    [files(isRequired: true, "Patterns for files. One without a slash matches names at any depth."), formats] + demands
    + [
      ProjectKey(name: "reason", value: .text, isRequired: true, help: "Why; `--print-config` shows it."),
      ProjectKey(
        name: "until", value: .date,
        help: "The last day on which it holds, such as `2026-12-31`; after it a finding says so."),
    ]
}
