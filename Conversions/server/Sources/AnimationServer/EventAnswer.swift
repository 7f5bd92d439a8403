import Foundation
import HTTPTypes
import Hummingbird
import Kiln

/// An answer by server-sent events: `progress` and `finding`, and at the end `result` or `error`.
struct EventAnswer: Sendable {
  private let converter: Converter
  private let upload: Upload
  private let format: OutputFormat

  init(_ converter: Converter, _ upload: Upload, _ format: OutputFormat) {
    (self.converter, self.upload, self.format) = (converter, upload, format)
  }

  func response(to request: Request) -> Response {
    let headers: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store", .connection: "close"]
    return Response(
      status: .ok, headers: headers,
      body: ResponseBody { writer in
        // When the client goes away the conversion is cancelled.
        try await request.body.consumeWithCancellationOnInboundClose { _ in try await send(to: &writer) }
        try await writer.finish(nil)
      })
  }

  private func send(to writer: inout any ResponseBodyWriter) async throws {
    do {
      let result = try await converter.convert(upload, to: format) { event in
        switch event {
        case .progress(let update): try await writer.send("progress", Progress(update))
        case .finding(let finding): try await writer.send("finding", Failure.Finding(finding))
        case .result: break
        }
      }
      try await writer.send("result", Files(result))
    } catch let error as Diagnostic {
      try await writer.send("error", Failure(error))
    }
  }

  private struct Progress: Encodable {
    let activity: String
    let completed: Int
    let total: Int

    init(_ update: ProgressReporter.Update) {
      (activity, completed, total) = (update.activity, update.completed, update.total)
    }
  }

  /// All files of a result, in base64.
  private struct Files: Encodable {
    struct File: Encodable {
      let name: String
      let mediaType: String
      let base64: Data
    }

    let files: [File]

    init(_ result: Conversion.Result) {
      files = result.files.map { File(name: $0.name, mediaType: $0.mediaType, base64: Data($0.bytes)) }
    }
  }
}

extension ResponseBodyWriter {
  /// Sends an event with a value as JSON, which is one line.
  fileprivate mutating func send(_ event: String, _ value: some Encodable) async throws {
    var buffer = ByteBuffer(string: "event: \(event)\ndata: ")
    buffer.writeBytes(try JSONEncoder().encode(value))
    buffer.writeString("\n\n")
    try await write(buffer)
  }
}
