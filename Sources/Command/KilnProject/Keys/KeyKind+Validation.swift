internal import KilnDiagnostics
internal import KilnValidation

/// Values that only `validation` has.
extension KeyKind {
  /// Name of a preset.
  static let preset = choice(ValidationPreset.all.map(\.name))

  /// Severity of a rule, most severe first.
  static let severity = choice(Rule.Severity.allCases.reversed().map(\.rawValue))

  /// One player with or without version, or a list of them.
  static let targets = checkedTexts([
    ("type", "string"),
    ("pattern", .string("^(" + Target.names.joined(separator: "|") + #")(@[0-9]+(\.[0-9]+)*)?$"#)),
  ]) { checker, text, node throws(Diagnostic) in
    do throws(Diagnostic) {
      _ = try Target(text)
    } catch {
      let name = text.split(separator: "@").first.map(String.init) ?? text
      let advice = Target.names.contains(name) ? error.advice : ProjectChecker.advice(on: name, among: Target.names)
      throw checker.wrong(node, error.message, advice: advice)
    }
  }

  /// One format of files, or a list of them.
  static let formats = KeyKind(
    check: { checker, node, name throws(Diagnostic) in
      for (_, node) in try checker.texts(of: node, name) { try checker.checkChoice(node, name, FileFormat.names) }
    }, schema: { _ in SchemaValue.oneOrMore(SchemaValue.choice(FileFormat.names)) })

  /// Rules with severities and options.
  static let rules = KeyKind(
    check: { checker, node, name throws(Diagnostic) in
      for entry in try checker.entries(of: node, name) { try checker.checkRule(entry) }
    }, schema: { _ in [("$ref", "#/definitions/validation.rules")] })

  /// An upper bound. Without quotes, YAML reads digits as a number.
  static func amount(_ budget: ProjectBudget) -> KeyKind {
    let form: (pattern: String, number: SchemaValue, least: Int) =
      switch budget.unit {
      case .bytes: (#"^(none|[0-9]+(\.[0-9]+)? *([kKmMgG]([iI]?[bB])?|[bB])?)$"#, "integer", 1)
      case .seconds: (#"^(none|[0-9]+(\.[0-9]+)? *(s|ms)?)$"#, "number", 0)
      case .count: ("^(none|[0-9]+)$", "integer", 0)
      }
    let schema: [SchemaValue] = [
      .object([("type", "string"), ("pattern", .string(form.pattern))]),
      .object([("type", form.number), ("minimum", .number(form.least))]),
    ]
    return checkedText([("anyOf", .array(schema))]) { checker, text, node throws(Diagnostic) in
      guard budget.limit(text) == nil else { return }
      throw checker.wrong(node, "“\(text)” is no value of \(budget.name)", advice: "write \(budget.form)")
    }
  }

  /// A regular expression for names.
  static let namePattern = checkedText(SchemaValue.scalar) { checker, text, node throws(Diagnostic) in
    do throws(NamePattern.Problem) {
      _ = try NamePattern(text)
    } catch {
      throw checker.wrong(node, "“\(text)” is no regular expression: \(error.message)")
    }
  }

  private static let extentSchema: SchemaMembers = [
    ("type", "string"), ("pattern", #"^(any|([1-9][0-9]{0,4}|\*)x([1-9][0-9]{0,4}|\*))$"#),
  ]
  private static let checkExtent: TextCheck = { checker, text, node throws(Diagnostic) in
    guard PixelExtent(text) == nil else { return }
    throw checker.wrong(node, "“\(text)” is no size", advice: "write it in pixels as 300x200, 300x* or any")
  }

  /// Mapping of image keys to sizes in pixels, such as `300x200`.
  static let slots = named({ _ in extentSchema }, checkedText(extentSchema, checkExtent).check)

  /// One size in pixels, or a list of them.
  static let extents = checkedTexts(extentSchema, checkExtent)

  /// One frame rate, also one in quotes, or a list of them.
  static let rates = checkedTexts([
    (
      "anyOf",
      [
        .object([("type", "number"), ("exclusiveMinimum", .number(0)), ("maximum", .number(1000))]),
        .object([("type", "string"), ("pattern", #"^[0-9]+(\.[0-9]+)?$"#)]),
      ]
    )
  ]) { checker, text, node throws(Diagnostic) in
    guard rate(text) == nil else { return }
    throw checker.wrong(node, "“\(text)” is no frame rate", advice: "write a number above 0 such as 30")
  }

  /// A frame rate; nil if the text is none.
  static func rate(_ text: String) -> Double? { Double(text).flatMap { $0 > 0 && $0 <= 1000 ? $0 : nil } }

  /// Day of the Gregorian calendar, as `YYYY-MM-DD`.
  static let date = checkedText([("type", "string"), ("pattern", "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]) {
    checker, text, node throws(Diagnostic) in
    guard ProjectDate(text) == nil else { return }
    throw checker.wrong(node, "“\(text)” is no day", advice: "write year, month and day, such as 2026-12-31")
  }
}
