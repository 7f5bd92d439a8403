internal import ArgumentParser

/// The manual page of a command, for `man`: the text of its help in the language of mandoc and groff.
struct ManualPage {
  private let help: HelpText

  init(_ help: HelpText) { self.help = help }

  /// The lines of the page.
  var lines: [PrintedLine] {
    let name = help.path.text.replacing(" ", with: "-")
    var lines = [
      ".TH \(Self.quoted(name.uppercased())) 1 \"\" \(Self.quoted("Kiln " + KilnCommand.configuration.version))",
      ".SH NAME",
      Self.escaped(name) + " \\- " + Self.escaped(help.abstract), ".SH SYNOPSIS", ".B " + Self.escaped(help.synopsis),
    ]
    if !help.discussion.isEmpty { lines.append(".SH DESCRIPTION") }
    for paragraph in help.discussion {
      lines += [".PP"] + Self.block(paragraph.split(separator: "\n").map(String.init))
    }
    for section in help.sections {
      lines.append(".SH " + Self.quoted(section.title.uppercased()))
      for row in section.rows { lines += [".TP", ".B " + Self.escaped(row.label), Self.escaped(row.text)] }
    }
    if !help.exitCodes.isEmpty {
      lines += [".SH \"EXIT STATUS\""] + Self.block(help.exitCodes.map { "\($0.label)  \($0.text)" })
    }
    if !help.examples.isEmpty { lines += [".SH EXAMPLES"] + Self.block(help.examples) }
    return PrintedLine.lines(lines)
  }

  /// Lines that stay lines; one alone is filled as a paragraph.
  private static func block(_ lines: [String]) -> [String] {
    let texts = lines.map(escaped)
    return texts.count > 1 ? [".nf"] + texts + [".fi"] : texts
  }

  private static func quoted(_ text: String) -> String { "\"\(escaped(text).replacing("\"", with: ""))\"" }

  /// Text in which nothing is a request: backslashes and hyphens escaped, and no dot or quote at its start.
  private static func escaped(_ text: String) -> String {
    let text = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }
}
