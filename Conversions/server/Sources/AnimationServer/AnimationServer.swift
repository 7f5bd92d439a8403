import Foundation
import Hummingbird
import Metrics

/// Converts animations that strangers upload.
@main enum AnimationServer {
  static func main() async {
    do {
      try await serve(Settings(Environment()))
    } catch {
      FileHandle.standardError.write(Data("AnimationServer: \(error)\n".utf8))
      exit(1)
    }
  }

  /// Serves until SIGTERM or SIGINT: then no connection is taken any more, and requests that run are answered.
  private static func serve(_ settings: Settings) async throws {
    let metrics = PrometheusMetrics()
    MetricsSystem.bootstrap(metrics)
    let converter = Converter(settings)
    let room = UploadRoom(bytes: settings.heldBytes)

    let router = Router()
    router.addMiddleware {
      MetricsMiddleware()
      FailureMiddleware()
    }
    router.get("health") { _, _ in "ok\n" }
    router.get("metrics") { _, _ in metrics.text(converter.pool, room) }
    router.post("convert", use: ConvertRoute(converter: converter, room: room).answer)

    let application = Application(
      router: router,
      // Ends connections on which nothing comes; not those that wait for an answer.
      server: .http1(configuration: .init(idleTimeout: .seconds(30))),
      configuration: .init(address: .hostname(settings.host, port: settings.port), serverName: "AnimationServer"))
    try await application.runService()
  }
}
