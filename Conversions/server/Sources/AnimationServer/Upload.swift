import Hummingbird
import Kiln
import Synchronization

/// The body of a request.
struct Upload: Sendable {
  let bytes: [UInt8]
  /// Holds the room of the bytes as long as they are held.
  private let place: UploadRoom.Place

  /// Receives a body. That of the request is empty afterwards, so that it can be asked whether the client goes away.
  ///
  /// - Throws: `limit.exceeded` as soon as it has too many bytes, before they come if the request says their number;
  ///   `work.refused` if all uploads together have too many.
  init(receiving request: inout Request, limits: Limits, in room: UploadRoom) async throws {
    func check(_ count: Int) throws(Diagnostic) {
      try limits.check(count, atMost: .inputBytes, "the number of bytes", advice: "upload a smaller file")
    }
    try check(request.headers[.contentLength].flatMap { Int($0) } ?? 0)
    place = UploadRoom.Place(in: room)
    var bytes: [UInt8] = []
    for try await chunk in request.body {
      try check(bytes.count + chunk.readableBytes)
      try place.grow(by: chunk.readableBytes)
      bytes += chunk.readableBytesView
    }
    self.bytes = bytes
    request.body = RequestBody(buffer: ByteBuffer())
  }
}

/// Memory for uploads, of all requests together.
final class UploadRoom: Sendable {
  /// Bytes that are held.
  var held: Int { state.withLock { $0 } }
  private let state = Mutex(0)
  private let maximum: Int

  init(bytes: Int) { maximum = bytes }

  private func take(_ count: Int) throws(Diagnostic) {
    let fits = state.withLock { held in
      guard held + count <= maximum else { return false }
      held += count
      return true
    }
    guard fits else { throw Diagnostic(.workRefused, "too much is being uploaded", advice: "ask again later") }
  }

  /// The room of one upload.
  final class Place: Sendable {
    private let room: UploadRoom
    private let taken = Mutex(0)

    init(in room: UploadRoom) { self.room = room }

    deinit {
      let count = taken.withLock { $0 }
      room.state.withLock { $0 -= count }
    }

    func grow(by count: Int) throws(Diagnostic) {
      try room.take(count)
      taken.withLock { $0 += count }
    }
  }
}
