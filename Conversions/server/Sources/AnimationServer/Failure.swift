import HTTPTypes
import Hummingbird
import Kiln

/// An error as JSON: `{"status": 422, "error": {"rule": …, "message": …, "advice": …, "place": …}}`.
struct Failure: Encodable {
  /// What is wrong, for the person who made the file.
  struct Finding: Encodable {
    let rule: String
    let message: String
    /// Layers, properties and frames, and the JSON pointer or the line of the file.
    let place: String
    let advice: String

    init(_ diagnostic: Diagnostic) {
      let named = diagnostic.naming(\.rawValue) { "\($0.name) on a server of your own" }
      // Bounded, because names in the file may have any length.
      let report = DiagnosticReport(named).bounded
      (rule, message) = (report.rule, report.message)
      place = String("\(diagnostic.path)".prefix(1000))
      advice = report.advice ?? diagnostic.rule.remedy
    }

    /// An error of HTTP alone, such as a path that does not exist.
    init(_ error: any HTTPResponseError) {
      (rule, message) = ("http.\(error.status.code)", error.status.reasonPhrase)
      (place, advice) = ("", "POST /convert?to=FORMAT")
    }
  }

  let status: Int
  let error: Finding

  init(_ diagnostic: Diagnostic) {
    (status, error) = (diagnostic.failureKind.status, Finding(diagnostic))
  }

  init(_ error: any HTTPResponseError) { (status, self.error) = (error.status.code, Finding(error)) }
}

extension FailureKind {
  /// Status of a response: 4xx where another file or another time helps.
  var status: Int {
    switch self {
    case .request: 400
    case .unreadable: 404
    case .limit: 413
    case .unknownFormat: 415
    case .malformed, .invalid, .demand: 422
    case .busy: 429
    case .cancelled: 499
    case .output, .bug: 500
    case .system: 503
    }
  }
}

/// Answers errors.
struct FailureMiddleware<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as Diagnostic {
      return try response(Failure(error), request, context)
    } catch let error as any HTTPResponseError {
      return try response(Failure(error), request, context)
    } catch is CancellationError {
      // Nobody reads it.
      return Response(status: .init(code: FailureKind.cancelled.status))
    } catch {
      context.logger.error("\(error)")
      return try response(Failure(Diagnostic(.internalError, "the server made a mistake")), request, context)
    }
  }

  private func response(_ failure: Failure, _ request: Request, _ context: Context) throws -> Response {
    var response = try context.responseEncoder.encode(failure, from: request, context: context)
    response.status = .init(code: failure.status)
    response.headers[.connection] = "close"
    if failure.status == FailureKind.busy.status { response.headers[.retryAfter] = "1" }
    return response
  }
}
