/// A key of the project file. From the table of keys come the checks of the reader, the JSON Schema and the reference.
struct ProjectKey: Sendable {
  /// The key as it is written.
  let name: String
  let value: KeyKind
  var isRequired = false
  /// Meaning of the key, as a sentence in Markdown.
  let help: String
}

extension ProjectKey {
  /// Version of the format that this Kiln reads.
  static let version = 1

  /// The keys at the top of the file.
  static let top: [ProjectKey] = [
    ProjectKey(
      name: "version", value: .version, isRequired: true, help: "Version of this format: \(version)."),
    ProjectKey(
      name: "conversions", value: .named(conversion),
      help: "What `kiln batch` makes, by names of your choice; `--only NAME` makes one of them."),
    ProjectKey(
      name: "batch", value: .mapping([], options: .batch),
      help: "Options of `kiln batch` for the whole: its long flags without dashes."),
    ProjectKey(
      name: "validation", value: .mapping(validation),
      help: "What `kiln validate` demands. Without it, every rule has its own severity."),
  ]

  /// The keys of a conversion.
  private static let conversion: [ProjectKey] = [
    ProjectKey(
      name: "inputs", value: .inputs, isRequired: true,
      help:
        "Patterns for files: `*` within a folder, `**` across folders, `?`, `[a-z]`, `{a,b}`. A folder means all "
        + "animations in it."),
    ProjectKey(
      name: "exclude", value: .patterns,
      help: "Patterns for files and folders to leave out. One without a slash matches names at any depth."),
    ProjectKey(
      name: "outputs", value: .outputs, isRequired: true,
      help:
        "Name of each result, whose extension says the format; with `/` at the end a folder of frames. `{dir}` is the "
        + "folder of the input below the part of its pattern before the first wildcard, `{stem}` its name without "
        + "extension; `{variant}`, `{scale}`, `{width}` and `{height}` are those of the variant."),
    ProjectKey(
      name: "pack", value: .flag,
      help:
        "With `true`, all inputs are packed on the pages of one atlas, as `kiln atlas` does. `outputs` is then one `.png`, "
        + "without `{dir}` and `{stem}`, and there are no overrides."),
    ProjectKey(
      name: "options", value: .mapping([], options: .conversion),
      help: "Options of `kiln convert`: its long flags without dashes. Flags take `true`, repeatable options a list."),
    ProjectKey(
      name: "variants", value: .list([variantName], options: .part),
      help: "Several results of each input: options that differ, and what `{variant}` stands for as `name`."),
    ProjectKey(
      name: "overrides", value: .list(override),
      help: "Options of some inputs. Later ones take precedence over earlier ones, and all over variants."),
  ]

  private static let variantName = ProjectKey(
    name: "name", value: .variantName, help: "What `{variant}` stands for; without it, the number of the variant.")

  /// The keys of an override.
  private static let override: [ProjectKey] = [
    ProjectKey(
      name: "files", value: .patterns, isRequired: true,
      help: "Patterns for inputs. One without a slash matches names at any depth."),
    ProjectKey(
      name: "options", value: .mapping([], options: .part), isRequired: true, help: "Options of these inputs."),
    ProjectKey(name: "reason", value: .text, help: "Why; `--print-config` shows it."),
  ]
}
