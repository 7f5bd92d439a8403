public import KilnDiagnostics

/// Rules of this module.
public enum TimelineJSONRules {
  /// All rules that this module declares.
  public static let all: [Rule] = [.timelineFileInvalid, .timelineFileVersion]
}

extension Rule {
  /// A member of a timeline file is missing or wrong.
  public static let timelineFileInvalid = Rule(
    "timeline.file.invalid", .error, .rejected,
    "A member of a timeline file is missing, or has a value that is not possible.",
    why: "What the file shows is not known.",
    remedy: "Mend what wrote the file; timeline.schema.json describes every member.")
  /// A timeline file is of a later version.
  public static let timelineFileVersion = Rule(
    "timeline.file.version", .error, .rejected,
    "The timeline file has a version that this Kiln does not know.",
    why: "It may say things that would be drawn wrongly.",
    remedy: "Use the version of Kiln that wrote the file, or a newer one, or write the file again.")
}
