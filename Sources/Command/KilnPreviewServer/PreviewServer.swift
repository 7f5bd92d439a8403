import FlyingFox
import FlyingSocks
import Foundation

/// Serves the page of `kiln preview` on the loopback, and makes it anew when an animation changes.
///
/// A program of its own, because a server needs all of Foundation, and loading that at every start of `kiln` takes longer
/// than converting an icon. `kiln preview` runs it in its own place, with its own path and arguments.
@main
struct PreviewServer {
  /// The arguments are the path of `kiln`, the number of animations, their paths, and the arguments by which
  /// `kiln preview` writes the page to standard output.
  static func main() async {
    var arguments = CommandLine.arguments.dropFirst()
    guard let kiln = arguments.popFirst(), let count = arguments.popFirst().flatMap({ Int($0) }), count > 0,
      arguments.count >= count
    else {
      Terminal.printError("error: this program is run by kiln preview\n")
      exit(64)
    }
    let files = Array(arguments.prefix(count))
    let page = ServedPage(kiln: kiln, files: files, arguments: Array(arguments.dropFirst(count)))
    let code = await page.makeFirst()
    guard code == 0 else { exit(code) }
    do {
      try await serve(page)
    } catch {
      Terminal.printError("error: the page cannot be served: \(error)\n")
      exit(73)
    }
  }

  private static func serve(_ page: ServedPage) async throws {
    let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
    await server.appendRoute("GET /") { request in
      guard await page.isAsked(at: request.headers[.host]) else { return Self.misdirected }
      let (html, version) = await page.current
      return HTTPResponse(
        statusCode: .ok,
        headers: [
          .contentType: "text/html; charset=utf-8", HTTPHeader("Cache-Control"): "no-store",
          // Scripts of a page can read no other header of its own response.
          HTTPHeader("Server-Timing"): "version;dur=\(version)",
        ], body: html)
    }
    await server.appendRoute("GET /state") { request in
      guard await page.isAsked(at: request.headers[.host]) else { return Self.misdirected }
      return HTTPResponse(
        statusCode: .ok, headers: [.contentType: "application/json", HTTPHeader("Cache-Control"): "no-store"],
        body: try await page.state.json)
    }
    let running = Task { try await server.run() }
    try await server.waitUntilListening()
    if case .ip4(_, port: let port)? = await server.listeningAddress {
      await page.listen(on: port)
      Terminal.printAddress("http://127.0.0.1:\(port)/")
    }
    let watching = Task { await page.watch() }
    try await running.value
    watching.cancel()
  }

  /// The answer to a page of another host whose name leads to this machine (DNS rebinding): it shall not read animations.
  private static let misdirected = HTTPResponse(statusCode: HTTPStatusCode(421, phrase: "Misdirected Request"))
}
