internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// Server of one page on the loopback, by SwiftNIO.
package struct PageServer {
  /// Port of its address.
  package let port: Int
  private let channel: any Channel

  /// Starts to listen, on a free port.
  ///
  /// - Throws: An error of the system.
  package init(_ page: ServedPage) throws {
    let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup(numberOfThreads: 1))
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          try channel.pipeline.syncOperations.addHandler(PageHandler(page))
        }
      }
    channel = try bootstrap.bind(host: "127.0.0.1", port: 0).wait()
    port = channel.localAddress?.port ?? 0
  }
}

/// Answers of one connection.
private final class PageHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let page: ServedPage
  private var request: HTTPRequestHead?

  init(_ page: ServedPage) { self.page = page }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): request = head
    case .body: break
    case .end:
      guard let request else { return }
      self.request = nil
      answer(request, context)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private func answer(_ request: HTTPRequestHead, _ context: ChannelHandlerContext) {
    var headers: HTTPHeaders = ["Cache-Control": "no-store"]
    guard isAsked(request, context) else {
      return write(.misdirectedRequest, headers, [], request, context)
    }
    let state = page.state
    switch (request.method, request.uri) {
    case (.GET, "/"):
      headers.add(name: "Content-Type", value: "text/html; charset=utf-8")
      // Scripts of a page can read no other header of its own response.
      headers.add(name: "Server-Timing", value: "version;dur=\(state.version)")
      write(.ok, headers, state.html, request, context)
    case (.GET, "/state"):
      headers.add(name: "Content-Type", value: "application/json")
      write(.ok, headers, Array(state.json.utf8), request, context)
    default: write(.notFound, headers, [], request, context)
    }
  }

  /// Whether a request names the loopback. A page of another host whose name leads to this machine (DNS rebinding) shall not
  /// read animations.
  private func isAsked(_ request: HTTPRequestHead, _ context: ChannelHandlerContext) -> Bool {
    guard let port = context.channel.localAddress?.port, let host = request.headers.first(name: "Host") else {
      return false
    }
    return ["127.0.0.1:\(port)", "localhost:\(port)"].contains(host.lowercased())
  }

  private func write(
    _ status: HTTPResponseStatus, _ headers: HTTPHeaders, _ body: [UInt8], _ request: HTTPRequestHead,
    _ context: ChannelHandlerContext
  ) {
    var headers = headers
    headers.add(name: "Content-Length", value: "\(body.count)")
    if !request.isKeepAlive { headers.add(name: "Connection", value: "close") }
    let head = HTTPResponseHead(version: request.version, status: status, headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
    let end = context.writeAndFlush(wrapOutboundOut(.end(nil)))
    if !request.isKeepAlive {
      let channel = context.channel
      end.whenComplete { _ in channel.close(promise: nil) }
    }
  }
}
