import Foundation
import Kiln
import KilnTestSupport
import Testing

@Suite("Front door")
struct AnimationFileTests {
  /// Two layers, the upper one green; 10 frames of 40 × 20 px.
  static let icon = Array(
    """
    {"v":"5.7.0","fr":10,"ip":0,"op":10,"w":40,"h":20,"layers":[
      {"ty":1,"nm":"Green","ind":1,"ip":0,"op":10,"st":0,"sw":10,"sh":10,"sc":"#00ff00","ks":{"p":{"a":1,"k":[
        {"t":0,"s":[0,5],"i":{"x":[1],"y":[1]},"o":{"x":[0],"y":[0]}},{"t":9,"s":[30,5]}]}}},
      {"ty":1,"nm":"Red","ind":2,"ip":0,"op":10,"st":0,"sw":40,"sh":20,"sc":"#ff0000","ks":{}}]}
    """.utf8)

  @Test("Bytes, data and a path give the same animation")
  func waysOfOpening() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "kiln-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: path) }
    try Data(Self.icon).write(to: path)
    let animations = [
      try await AnimationFile(Self.icon), try await AnimationFile(Data(Self.icon)),
      try await AnimationFile(Self.icon[...]),
      try await AnimationFile(path: path.path),
    ]
    for animation in animations {
      #expect(animation.info.frameCount == 10)
      #expect(animation.bytes == Self.icon)
      #expect(animation.findings.isEmpty)
      #expect(try await animation.layers().map(\.keyPath) == ["Green", "Red"])
    }
  }

  @Test("Fonts inside a file are read by default and of strangers, too", arguments: [false, true])
  func fontsInsideTheFile(isUntrusted: Bool) async throws {
    let file = Fixture.bytes(Fixture.repository("Tests/Pictures/text/joined-characters-are-shaped.json"))
    let text = try await AnimationFile(file, options: isUntrusted ? .untrusted : .init())
    let pixmap = try await text.frame(at: 0)
    #expect(pixmap.pixels.contains { $0 != 0 })
    #expect(text.findings.isEmpty, "\(text.findings)")
  }

  @Test("Conversions in parallel are, byte for byte, those of the synchronous way")
  func conversionsInParallel() async throws {
    let icon = try await AnimationFile(Self.icon)
    let formats: [OutputFormat] = [
      .svga, .webp { $0.codec = .lossless }, .apng, .gif { $0.colors = 16 }, .lottie { $0.tolerance = 0.1 }, .atlas,
      .timeline,
    ]
    try await withThrowingTaskGroup(of: (OutputFormat, Conversion.Result).self) { group in
      for format in formats + formats + formats {
        group.addTask { (format, try await icon.convert(to: format, name: "icon")) }
      }
      for try await (format, result) in group {
        var log = DiagnosticLog()
        let expected = try Conversion(to: format.exporter).run(icon.source, name: "icon", log: &log)
        #expect(result.files == expected.files, "\(format.id)")
        #expect(result.findings == log.diagnostics)
        #expect(!result.files.isEmpty)
      }
    }
  }

  @Test("Settings of a format reach its exporter")
  func settingsReachTheExporter() async throws {
    let icon = try await AnimationFile(Self.icon)
    let plain = try await icon.convert(to: .lottie)
    let indented = try await icon.convert(to: .lottie { $0.isIndented = true })
    #expect(indented.files[0].bytes.count > plain.files[0].bytes.count)
  }

  @Test("A frame is what the animation shows at a time")
  func framesAreDrawn() async throws {
    let icon = try await AnimationFile(Self.icon)
    let picture = try await icon.frame(at: 9)
    #expect(picture.width == 40 && picture.height == 20)
    #expect(picture.pixels[0] == 0xFF00_00FF)
    #expect(picture.pixels[10 * 40 + 35] == 0xFF00_FF00)
    let small = try await icon.frames(at: [0, 4.5], width: 20)
    #expect(small.map(\.width) == [20, 20] && small.map(\.height) == [10, 10])
  }

  @Test("Overrides change what is shown, in the file that is opened anew")
  func overridesAreOptions() async throws {
    let icon = try await AnimationFile(Self.icon)
    let bare = try await icon.reopened { $0.overrides.hidden = [KeyPathPattern("Green")].compactMap(\.self) }
    #expect(try await bare.layers().map(\.keyPath) == ["Red"])
    #expect(try await icon.layers().count == 2)
  }

  @Test("An animation is compared with what was made of it")
  func resultsAreCompared() async throws {
    let icon = try await AnimationFile(Self.icon)
    let webp = try await AnimationFile(try await icon.convert(to: .webp).files[0].bytes)
    let comparison = try await webp.compare(with: icon)
    #expect(comparison.frames.count == 10)
    #expect(comparison.frames.allSatisfy { $0.difference.similarity == 1 })
  }

  @Test("Errors say whose fault they are")
  func failuresHaveAKind() async throws {
    func kind(_ bytes: [UInt8], _ change: (inout AnimationFile.Options) -> Void = { _ in }) async -> FailureKind? {
      var options = AnimationFile.Options()
      change(&options)
      let error = await #expect(throws: Diagnostic.self) { try await AnimationFile(bytes, options: options) }
      return error?.failureKind
    }
    #expect(await kind(Array("nonsense".utf8)) == .unknownFormat)
    #expect(await kind(Array(Self.icon.dropLast(3))) == .malformed)
    #expect(await kind(Self.icon) { $0.limits[.inputBytes] = 20 } == .limit)
    #expect(await kind(Self.icon) { $0.animation = "other" } == .request)
    let empty = Array(String(decoding: Self.icon, as: UTF8.self).replacing("\"w\":40", with: "\"w\":0").utf8)
    let nothing = try await AnimationFile(empty)
    let refusal = await #expect(throws: Diagnostic.self) { try await nothing.convert(to: .webp) }
    #expect(refusal?.failureKind == .invalid)
    let error = await #expect(throws: Diagnostic.self) { try await AnimationFile(path: "/nowhere/icon.json") }
    #expect(error?.failureKind == .unreadable)
  }

  @Test("A cache is asked before, and holds what was converted")
  func resultsAreCached() async throws {
    var options = AnimationFile.Options()
    let cache = MemoryCache()
    options.cache = cache
    let icon = try await AnimationFile(Self.icon, options: options)
    let first = try await icon.convert(to: .svga)
    let again = try await AnimationFile(Self.icon, options: options).convert(to: .svga)
    #expect(first.files == again.files)
    #expect(first.timeline != nil && again.timeline == nil, "The second one is the cache's")
    #expect(try await icon.convert(to: .svga { $0.tolerance = 1 }).timeline != nil)
    #expect(try await icon.convert(to: .svga, name: "other").timeline != nil)
    var threads = Conversion.Options()
    threads.threads = 2
    #expect(try await icon.convert(to: .svga, options: threads).timeline == nil)
  }
}
