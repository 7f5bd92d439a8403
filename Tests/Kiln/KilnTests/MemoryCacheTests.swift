import Kiln
import Testing

@Suite("Cache in memory")
struct MemoryCacheTests {
  @Test("What was not asked for longest is forgotten first")
  func oldResultsGo() async throws {
    let result = try await AnimationFile(AnimationFileTests.icon).convert(to: .svga)
    let bytes = result.files[0].bytes.count
    let cache = MemoryCache(maximumBytes: 2 * bytes)
    var options = AnimationFile.Options()
    options.cache = cache
    let icon = try await AnimationFile(AnimationFileTests.icon, options: options)
    func isKnown(_ name: String) async throws -> Bool { try await icon.convert(to: .svga, name: name).timeline == nil }
    #expect(try await !isKnown("a"))
    #expect(try await !isKnown("b"))
    #expect(try await isKnown("a"))
    #expect(try await !isKnown("c"), "Takes the place of b")
    #expect(try await isKnown("a"))
    #expect(try await !isKnown("b"))
  }
}
