/// A text file of another kind that is often found in place of an animation.
public enum ForeignText: Sendable, Hashable {
  /// A web page, such as a server's error message.
  case webPage
  /// XML, such as SVG.
  case xml
  /// The text that Git stores in place of a large file (git-lfs.github.com/spec/v1).
  case largeFilePointer
  /// A JavaScript program, with the name to which it assigns or which it calls; empty if there is none.
  case script(name: String)
  /// Text that starts with a comment of JavaScript.
  case comment

  /// The kind of a text by its first bytes; nil for others, such as JSON.
  public init?(_ bytes: some Sequence<UInt8>) {
    let head = Array(bytes.prefix(1024))
    let text = String(decoding: head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...], as: UTF8.self)
      .drop { $0.isWhitespace }
    guard let first = text.first else { return nil }
    if first == "<" {
      let isPage = Self.pageStarts.contains { text.lowercased().hasPrefix($0) }
      self = isPage ? .webPage : .xml
    } else if text.hasPrefix("version https://git-lfs.github.com/spec/") {
      self = .largeFilePointer
    } else if text.hasPrefix("//") || text.hasPrefix("/*") {
      self = .comment
    } else {
      guard let name = Self.scriptName(text) else { return nil }
      self = .script(name: name)
    }
  }

  private static let pageStarts = ["<!doctype html", "<html", "<head", "<body", "<!--"]
  private static let keywords: Set<Substring> = [
    "var", "let", "const", "export", "import", "function", "async", "class", "return",
  ]

  /// The name that the first statement of a script assigns to or calls; nil if the text is no script.
  private static func scriptName(_ text: Substring) -> String? {
    var rest = text
    func isName(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || "_$.[]'\"".contains(character)
    }
    var word = rest.prefix(while: isName)
    guard let first = word.first, first.isLetter || first == "_" || first == "$" else {
      return ["(function", "!function", "(()", ";"].contains { text.hasPrefix($0) } ? "" : nil
    }
    let isStatement = keywords.contains(word)
    if isStatement {
      rest = rest.dropFirst(word.count).drop { $0.isWhitespace }
      word = rest.prefix(while: isName)
    }
    let next = rest.dropFirst(word.count)
    guard isStatement || next.first == "(" || isAssignment(next.drop { $0.isWhitespace }) else { return nil }
    return String(word.prefix(60))
  }

  /// Whether a text goes on with a value that is assigned to the name before.
  private static func isAssignment(_ text: Substring) -> Bool {
    let value = text.dropFirst().drop { $0.isWhitespace }
    return text.first == "=" && ["{", "[", "(", "\"", "'", "`", "JSON"].contains { value.hasPrefix($0) }
  }

  /// Noun phrase for messages, such as “an HTML page”.
  public var name: String {
    switch self {
    case .webPage: "an HTML page"
    case .xml: "XML, such as an SVG picture"
    case .largeFilePointer: "a Git LFS pointer, which stands for a file that was not fetched"
    case .script(let name): "a JavaScript program" + (name.isEmpty ? "" : " (“\(name)”)")
    case .comment: "text that starts with a comment, which JSON does not have"
    }
  }

  /// Advice for getting the animation.
  public var advice: String {
    switch self {
    case .webPage: "a server has sent a page, such as an error, instead of the file; download the file itself"
    case .xml: "name the animation itself"
    case .largeFilePointer: "run git lfs pull, and take the file again"
    case .script: "save the animation alone, from its first { to its last }, as a .json file"
    case .comment: "remove the comments"
    }
  }
}
