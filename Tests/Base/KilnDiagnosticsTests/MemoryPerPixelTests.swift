import KilnDiagnostics
import Testing

@Suite struct MemoryPerPixelTests {
  private let memory = MemoryPerPixel(shared: 8, perThread: 40)

  private func threads(_ asked: Int, side: Int, decodedBytes: Int = 0, _ limits: Limits = Limits()) throws -> Int {
    try limits.threads(
      asked, width: side, height: side, memory, decodedBytes: decodedBytes, "the canvas",
      at: DocumentPath(pointer: "/w"))
  }

  @Test func largeCanvasesGetAsManyThreadsAsThereIsMemoryFor() throws {
    #expect(try threads(16, side: 1000) == 16)
    #expect(try threads(1, side: 1) == 1)
    // 4096² pixels of 48 bytes are 805 MB: there is no room for the 40 bytes of a second thread.
    #expect(try threads(16, side: 4096) == 1)
    var limits = Limits()
    limits.workingBytes = 8000 + 3 * 40_000
    #expect(try threads(16, side: 32, limits) == 2)
    #expect(try threads(16, side: 31, limits) == 3)
    #expect(try threads(16, side: 31, decodedBytes: 50_000, limits) == 1)
    // All of the memory may be shared.
    limits.workingBytes = 10_000
    let shared = MemoryPerPixel(shared: 100, perThread: 0)
    #expect(try limits.threads(3, width: 10, height: 10, shared, "the canvas") == 1)
  }

  @Test func whatIsAboveTheLimitIsRefusedWithItsSize() throws {
    let error = try #require(throws: Diagnostic.self) { try threads(1, side: 11_585) }
    #expect(error.rule == .limitExceeded)
    #expect(
      error.message
        == "the canvas of 11585 × 11585 pixels needs 6442 MB of memory, above the limit of 1342 MB")
    #expect(error.path.pointer == "/w")
    #expect(
      error.advice == "make it smaller: half of the width and height takes a quarter of the memory, or raise the limit "
        + "with `limits[.workingBytes]`")
  }

  @Test func decodedImagesCount() throws {
    let error = try #require(throws: Diagnostic.self) { try threads(1, side: 4096, decodedBytes: 1 << 30) }
    #expect(error.message.contains("1074 MB of it for images"))
  }

  @Test func sidesAreLookedAtFirst() throws {
    #expect(throws: Diagnostic.self) { try threads(1, side: .max) }
  }
}
