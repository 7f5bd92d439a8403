import KilnCompression
import KilnDiagnostics
import KilnSVGAFormat
import KilnSVGAImport
import KilnTestSupport
import KilnTimeline
import Testing

/// Archives that are damaged, by accident or on purpose: an error or a timeline, but never a trap.
@Suite struct HostileArchiveTests {
  /// The rule that reading breaks.
  private func rule(_ bytes: [UInt8], _ change: (inout Limits) -> Void = { _ in }) -> String? {
    var limits = Limits()
    change(&limits)
    do throws(Diagnostic) {
      _ = try SVGAContainer.read(bytes, limits: limits)
      return nil
    } catch {
      return error.rule.id
    }
  }

  @Test(arguments: [false, true])
  func truncatedArchivesAreRefused(isBinary: Bool) throws {
    let bytes = try movieOfEverything.archive(binary: isBinary)
    #expect(survives(bytes))
    for count in bytes.indices { #expect(!survives(Array(bytes[..<count])), "\(count) bytes") }
  }

  @Test(arguments: [false, true])
  func damagedArchivesDoNotTrap(isBinary: Bool) throws {
    let bytes = try movieOfEverything.archive(binary: isBinary)
    var random = SplitMix64(seed: 6)
    var survivors = 0
    for _ in 0..<2000 where survives(bytes.damaged(using: &random)) { survivors += 1 }
    // Checksums guard the contents, but not what archives say of them.
    #expect((1..<2000).contains(survivors))
  }

  /// What the checksums of an archive would catch, packed anew after the damage.
  @Test(arguments: ["movie.spec", "movie.binary"])
  func damagedMoviesDoNotTrap(name: String) throws {
    let whole = try movieOfEverything.archive(binary: name == "movie.binary")
    let packed = try ZipArchive(bytes: whole, limits: Limits())
    let movie = try packed.data(of: #require(packed.entry(named: name)))
    var random = SplitMix64(seed: 7)
    var survivors = 0
    for _ in 0..<3000 {
      let bytes = try archive((name, movie.damaged(using: &random)), ("hat-file.png", png(10, 20)))
      if survives(bytes) { survivors += 1 }
    }
    // Otherwise the test would only reach the parsers.
    #expect(survivors > 300)
  }

  @Test func truncatedSpecsAreRefused() throws {
    let whole = spec(#"{"imageKey":"s.vector","frames":[{"alpha":1,"layout":{"x":1e3}}]}"#)
    for count in whole.indices {
      #expect(rule(try archive(("movie.spec", Array(whole[..<count])))) == "json.syntax", "\(count) bytes")
    }
  }

  @Test func nonsenseInsideIsRefused() throws {
    #expect(rule(try archive(("movie.binary", [0xFF, 0xFF]))) == "svga.movie.damaged")
    #expect(rule(try archive(("movie.spec", []))) == "json.syntax")
    #expect(rule(try archive(("movie.spec", Array("[]".utf8)))) == "svga.movie.damaged")
    #expect(rule([0x50, 0x4B, 0x03, 0x04]) == "compression.zip.invalid")
  }

  @Test func deepNestingIsRefused() throws {
    let deep = Array((String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)).utf8)
    #expect(rule(try archive(("movie.spec", deep), method: .deflated())) == "limit.exceeded")
  }

  @Test func bombsAreRefusedBeforeTheyGoOff() throws {
    let zeros = Array(("[0" + String(repeating: ",0", count: 100_000) + "]").utf8)
    let bytes = try archive(("movie.spec", zeros), method: .deflated())
    #expect(bytes.count < 1000)
    #expect(rule(bytes) { $0.movieParts = 10_000 } == "limit.exceeded")
    #expect(rule(bytes) { $0.inflatedBytes = 10_000 } == "limit.exceeded")
  }

  @Test func moreFramesThanTheLimitAreRefused() throws {
    var many = movie(frames: 1, sprite("s"))
    many.sprites[0].frames = Array(repeating: hidden, count: 2000)
    for isBinary in [false, true] {
      let bytes = try many.archive(binary: isBinary)
      #expect(rule(bytes) { $0.movieParts = 1000 } == "limit.exceeded")
      #expect(rule(bytes) { $0.movieParts = 3000 } == nil)
    }
  }

  @Test func onePictureUnderManyKeysCountsManyTimes() throws {
    let images = (0..<1000).map { #""k\#($0)":"a""# }.joined(separator: ",")
    let picture = [UInt8](repeating: 0, count: 10_000)
    let bytes = try archive(("movie.spec", spec(images: images, "")), ("a.png", picture))
    #expect(rule(bytes) { $0.inflatedBytes = 1_000_000 } == "limit.exceeded")
    #expect(rule(bytes) == nil)
  }
}

extension [UInt8] {
  /// The bytes with one to three of them changed.
  fileprivate func damaged(using random: inout SplitMix64) -> [UInt8] {
    var bytes = self
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      bytes[Int.random(in: indices, using: &random)] = .random(in: 0...255, using: &random)
    }
    return bytes
  }
}
