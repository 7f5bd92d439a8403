import HTTPTypes
import Hummingbird
import Kiln

/// `POST /convert?to=FORMAT`: the body is an animation of any format that Kiln reads.
struct ConvertRoute: Sendable {
  let converter: Converter
  let room: UploadRoom

  /// Formats by their names in requests. Videos are no part of it: other programs would have to encode them.
  private static let formats: [OutputFormat] = [
    .svga, .webp, .apng, .gif, .lottie, .dotLottie, .sticker, .atlas, .frames,
  ]

  func answer(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let format = try format(of: request)
    let hasEvents = request.headers[.accept]?.contains("text/event-stream") == true
    guard hasEvents || format.layout == .file else {
      throw Diagnostic(.usageInvalid, "\(format.name) has several files", advice: "accept text/event-stream")
    }
    try converter.checkRoom()
    var request = request
    let upload = try await Upload(receiving: &request, limits: converter.limits, in: room)
    guard !hasEvents else { return EventAnswer(converter, upload, format).response(to: request) }
    // When the client goes away the conversion is cancelled.
    let result = try await request.body.consumeWithCancellationOnInboundClose { _ in
      try await converter.convert(upload, to: format)
    }
    return Self.response(result)
  }

  private func format(of request: Request) throws(Diagnostic) -> OutputFormat {
    let name = request.uri.queryParameters["to"].map(String.init) ?? ""
    guard let format = Self.formats.first(where: { $0.id == name }) else {
      let names = Self.formats.map(\.id).joined(separator: ", ")
      throw Diagnostic(.usageInvalid, "to=\(name) is no format", advice: "one of \(names)")
    }
    return format
  }

  /// The file of a result, and the rules of the findings about it.
  private static func response(_ result: Conversion.Result) -> Response {
    let file = result.files[0]
    var headers: HTTPFields = [.contentType: file.mediaType, .connection: "close"]
    let rules = Set(result.findings.map(\.rule.id)).sorted()
    if !rules.isEmpty, let name = HTTPField.Name("Kiln-Findings") { headers[name] = rules.joined(separator: ", ") }
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
  }
}
