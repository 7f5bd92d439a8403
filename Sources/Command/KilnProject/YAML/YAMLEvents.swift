internal import CKilnYAML

/// The events of a YAML stream, as libyaml tells them.
///
/// libyaml itself, and not Yams around it: Yams needs all of Foundation, and loading that takes longer than everything
/// else at the start of the command.
final class YAMLEvents {
  /// A part of the stream.
  enum Event: Hashable {
    case documentStart, documentEnd, sequenceStart, sequenceEnd, mappingStart, mappingEnd, streamEnd
    case scalar(String, isPlain: Bool)
    /// `*name`.
    case alias
  }

  /// A syntax error in the text.
  struct Failure: Error, Hashable {
    var message: String
    var position: TextPosition
  }

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  /// The parser points into it.
  private let input: UnsafeMutableBufferPointer<UInt8>
  /// Start of the last event.
  private(set) var position = TextPosition(line: 1, column: 1)
  /// `&name` before the value of the last event, or `!tag`; nil if there is none.
  private(set) var decoration: String?

  /// A reader of bytes in UTF-8; nil if there is no memory.
  init?(_ bytes: [UInt8]) {
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    guard yaml_parser_initialize(parser) == 1 else {
      // Before the properties have values: with them `deinit` runs, which would free it a second time.
      parser.deallocate()
      return nil
    }
    self.parser = parser
    input = .allocate(capacity: max(1, bytes.count))
    _ = input.initialize(from: bytes)
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, input.baseAddress, bytes.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
    input.deallocate()
  }

  /// The next event. After the end of the stream it must not be called.
  func next() throws(Failure) -> Event {
    while true {
      var event = yaml_event_t()
      guard yaml_parser_parse(parser, &event) == 1 else { throw failure }
      defer { yaml_event_delete(&event) }
      position = Self.position(event.start_mark)
      decoration = nil
      switch event.type {
      case YAML_STREAM_START_EVENT: continue
      case YAML_DOCUMENT_START_EVENT: return .documentStart
      case YAML_DOCUMENT_END_EVENT: return .documentEnd
      case YAML_SEQUENCE_END_EVENT: return .sequenceEnd
      case YAML_MAPPING_END_EVENT: return .mappingEnd
      case YAML_ALIAS_EVENT: return .alias
      case YAML_SEQUENCE_START_EVENT:
        decorate(event.data.sequence_start.anchor, event.data.sequence_start.tag)
        return .sequenceStart
      case YAML_MAPPING_START_EVENT:
        decorate(event.data.mapping_start.anchor, event.data.mapping_start.tag)
        return .mappingStart
      case YAML_SCALAR_EVENT:
        let scalar = event.data.scalar
        decorate(scalar.anchor, scalar.tag)
        let text = UnsafeBufferPointer(start: scalar.value, count: Int(scalar.length))
        return .scalar(String(decoding: text, as: UTF8.self), isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
      default: return .streamEnd
      }
    }
  }

  private func decorate(_ anchor: UnsafePointer<UInt8>?, _ tag: UnsafePointer<UInt8>?) {
    if let anchor { decoration = "&" + String(cString: anchor) }
    if let tag { decoration = String(cString: tag) }
  }

  private var failure: Failure {
    let state = parser.pointee
    let problem = state.problem.map { String(cString: $0) } ?? "the text cannot be read"
    // The reader of characters says an offset in bytes, everything else a line and column.
    guard state.error != YAML_READER_ERROR else {
      return Failure(message: problem, position: Self.position(ofByte: Int(clamping: state.problem_offset), in: input))
    }
    let position = Self.position(state.problem_mark)
    if indentation(ofLine: position.line).contains(UInt8(ascii: "\t")) {
      return Failure(message: "the line is indented with a tab; YAML takes spaces only", position: position)
    }
    let context = state.context.map { " " + String(cString: $0) } ?? ""
    return Failure(message: problem + context, position: position)
  }

  /// White space at the start of a line, by its number from 1.
  private func indentation(ofLine number: Int) -> some Sequence<UInt8> {
    let line = input.split(separator: UInt8(ascii: "\n"), maxSplits: number, omittingEmptySubsequences: false)
      .dropFirst(number - 1).first
    return (line.map(Array.init) ?? []).prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  private static func position(_ mark: yaml_mark_t) -> TextPosition {
    TextPosition(line: Int(clamping: mark.line) + 1, column: Int(clamping: mark.column) + 1)
  }

  /// The place of a byte; characters before it are counted by their first bytes.
  private static func position(ofByte offset: Int, in bytes: UnsafeMutableBufferPointer<UInt8>) -> TextPosition {
    var position = TextPosition(line: 1, column: 1)
    for byte in bytes.prefix(offset) {
      if byte == UInt8(ascii: "\n") {
        position = TextPosition(line: position.line + 1, column: 1)
      } else if byte & 0xC0 != 0x80 {
        position.column += 1
      }
    }
    return position
  }
}
