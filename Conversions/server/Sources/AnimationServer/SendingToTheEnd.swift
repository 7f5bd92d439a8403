import NIOCore

/// Sends what has been written before a connection is closed.
///
/// Hummingbird closes a connection once the answer is written, when the server ends, and when it was idle since. NIO would give
/// up what the client has not taken by then, which of a large answer is most.
final class SendingToTheEnd: ChannelOutboundHandler, RemovableChannelHandler {
  typealias OutboundIn = NIOAny

  /// Time for a client that takes nothing.
  private static let patience = TimeAmount.seconds(30)
  private var lastWrite: EventLoopFuture<Void>?

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let promise = promise ?? context.eventLoop.makePromise()
    lastWrite = promise.futureResult
    context.write(data, promise: promise)
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard mode == .all, let lastWrite else { return context.close(mode: mode, promise: promise) }
    let timeout = context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) {
      context.close(mode: .all, promise: nil)
    }
    lastWrite.assumeIsolated().whenComplete { _ in
      timeout.cancel()
      context.close(mode: .all, promise: promise)
    }
  }
}
