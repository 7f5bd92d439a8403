internal import KilnDiagnostics
internal import KilnProject

/// Origin of the value of an option. Later cases take precedence over earlier ones.
enum OptionOrigin: Hashable {
  /// The extension in `outputs`, or `options` of the conversion.
  case conversion(TextPosition)
  case variant(TextPosition)
  /// `overrides`, with its reason.
  case override(TextPosition, reason: String?)
  case environment(String)
  case commandLine
}

/// The value of an option and its origin.
struct OptionAssignment: Hashable {
  let name: String
  let value: ProjectSetting.Value
  let origin: OptionOrigin
}

extension OptionAssignment {
  /// A setting of the project file.
  init(_ setting: ProjectSetting, _ origin: (TextPosition) -> OptionOrigin) {
    self.init(name: setting.name, value: setting.value, origin: origin(setting.position))
  }

  /// Command-line arguments for ArgumentParser.
  var arguments: [String] {
    switch value {
    case .flag(let isOn): isOn ? [CommandToken.argument(name, nil)] : []
    case .values(let values): values.map { CommandToken.argument(name, $0) }
    }
  }
}

/// The options that hold for a result: one value each, the last that was assigned.
struct OptionSelection {
  private(set) var assignments: [OptionAssignment] = []

  /// Selects among assignments, the later ones taking precedence. A list replaces a list.
  init(_ assignments: [OptionAssignment]) {
    var places: [String: Int] = [:]
    for assignment in assignments {
      if let place = places[assignment.name] {
        self.assignments[place] = assignment
      } else {
        places[assignment.name] = self.assignments.count
        self.assignments.append(assignment)
      }
    }
    // Equal options give equal argument lists, wherever they come from.
    self.assignments.sort { $0.name < $1.name }
  }

  /// Command-line arguments for ArgumentParser.
  var arguments: [String] { assignments.flatMap(\.arguments) }
}
