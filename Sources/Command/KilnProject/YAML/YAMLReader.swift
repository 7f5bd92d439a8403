package import KilnDiagnostics

/// Reads a YAML file as a tree of nodes with places.
///
/// One document in UTF-8. Anchors, aliases and tags are refused: a project file has no use for them, and with them a few
/// lines may stand for any amount of values.
package struct YAMLReader {
  /// Upper bounds on what is read. No limits of animations: no project needs more, and nobody has to raise them.
  package struct Limits: Sendable, Hashable {
    /// Bytes of the file.
    package var bytes = 1 << 20
    /// Lists and mappings within each other.
    package var depth = 32
    /// Values and keys.
    package var nodes = 100_000

    /// The default limits, which each property states.
    package init() {}
  }

  private let file: String
  private let limits: Limits
  private let events: YAMLEvents
  private var count = 0

  /// Reads a document.
  ///
  /// - Parameter file: Name of the file in messages.
  /// - Returns: The value of the document; nil if there is none but comments.
  /// - Throws: `config.invalid` with the place.
  package static func read(
    _ bytes: [UInt8], file: String, limits: Limits = Limits()
  ) throws(Diagnostic) -> YAMLNode? {
    guard bytes.count <= limits.bytes else {
      throw Diagnostic(
        .configInvalid, "\(file) has \(bytes.count) bytes, above the limit of \(limits.bytes)")
    }
    guard let events = YAMLEvents(bytes) else {
      throw Diagnostic(.internalError, "there is no memory for \(file)")
    }
    var reader = YAMLReader(file: file, limits: limits, events: events)
    return try reader.document()
  }

  private init(file: String, limits: Limits, events: YAMLEvents) {
    self.file = file
    self.limits = limits
    self.events = events
  }

  private mutating func document() throws(Diagnostic) -> YAMLNode? {
    guard try next() == .documentStart else { return nil }
    let node = try node(try next(), depth: 0)
    // The end of the document.
    _ = try next()
    guard try next() == .streamEnd else { throw failure("a second document begins here; a project file is one") }
    return node
  }

  private mutating func node(_ event: YAMLEvents.Event, depth: Int) throws(Diagnostic) -> YAMLNode {
    let position = events.position
    count += 1
    guard count <= limits.nodes else { throw failure("there are more than \(limits.nodes) values") }
    guard depth <= limits.depth else { throw failure("lists and mappings are nested more than \(limits.depth) deep") }
    if let decoration = events.decoration {
      throw failure("“\(decoration.prefix(40))”: anchors and tags are not supported; write the value as it is")
    }
    switch event {
    case .scalar(let text, let isPlain): return YAMLNode(isPlain ? .plain(text) : .quoted(text), at: position)
    case .sequenceStart:
      var elements: [YAMLNode] = []
      while case let event = try next(), event != .sequenceEnd { elements.append(try node(event, depth: depth + 1)) }
      return YAMLNode(.sequence(elements), at: position)
    case .mappingStart: return YAMLNode(.mapping(try entries(depth: depth + 1)), at: position)
    case .alias: throw failure("aliases are not supported; write the value again")
    default: throw failure("the file cannot be read")
    }
  }

  private mutating func entries(depth: Int) throws(Diagnostic) -> [YAMLEntry] {
    var entries: [YAMLEntry] = []
    var places: [String: TextPosition] = [:]
    while case let event = try next(), event != .mappingEnd {
      let key = try node(event, depth: depth)
      guard let name = key.text else { throw failure("a key must be a text", at: key.position) }
      if let first = places.updateValue(key.position, forKey: name) {
        throw failure("“\(name)” occurs twice; it is in line \(first.line) already", at: key.position)
      }
      entries.append(YAMLEntry(key: name, position: key.position, value: try node(try next(), depth: depth)))
    }
    return entries
  }

  private func next() throws(Diagnostic) -> YAMLEvents.Event {
    do throws(YAMLEvents.Failure) {
      return try events.next()
    } catch {
      throw failure(error.message, at: error.position)
    }
  }

  private func failure(_ message: String, at position: TextPosition? = nil) -> Diagnostic {
    Diagnostic(.configInvalid, message, in: file, at: position ?? events.position)
  }
}
