import KilnDiagnostics
import KilnSVGAFormat
import KilnSVGAImport
import KilnTestSupport
import KilnTimeline
import Testing

/// Files that are damaged, by accident or on purpose: an error or a timeline, but never a trap.
@Suite struct HostileFileTests {
  private let everything = movieOfEverything

  @Test func theMovieItselfIsRead() throws { #expect(survives(try SVGAContainer.write(everything))) }

  @Test func truncatedFilesAreRefused() throws {
    let bytes = try SVGAContainer.write(everything)
    for count in bytes.indices { #expect(!survives(Array(bytes[..<count])), "\(count) bytes") }
  }

  @Test func bytesAfterTheStreamAreIgnored() throws {
    #expect(survives(try SVGAContainer.write(everything) + [1, 2, 3]))
  }

  @Test func damagedFilesDoNotTrap() throws {
    let bytes = try SVGAContainer.write(everything)
    var survivors = 0
    for index in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << UInt8(bit)
        if survives(damaged) { survivors += 1 }
      }
    }
    // A checksum guards the message.
    #expect(survivors < bytes.count)
  }

  @Test func truncatedMessagesDoNotTrap() throws {
    let message = try binary(everything)
    let survivors = message.indices.count { survives(stored(Array(message[..<$0]))) }
    // A message may end after each of its fields, and hardly anywhere else.
    #expect((1..<message.count).contains(survivors))
  }

  @Test func damagedMessagesDoNotTrap() throws {
    let message = try binary(everything)
    #expect(survives(stored(message)))
    var random = SplitMix64(seed: 20)
    var survivors = 0
    for _ in 0..<20_000 {
      var damaged = message
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        damaged[Int.random(in: damaged.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      if survives(stored(damaged)) { survivors += 1 }
    }
    // Otherwise the test would only reach the parser.
    #expect(survivors > 1000)
  }

  @Test func bombsAreRefusedBeforeTheyGoOff() throws {
    var bomb = movie(sprite("s"))
    bomb.version = String(repeating: "0", count: 5_000_000)
    let bytes = try SVGAContainer.write(bomb)
    #expect(bytes.count < 10_000)
    #expect(rule(bytes) { $0.inflatedBytes = 1_000_000 } == "limit.exceeded")
    #expect(rule(bytes) { $0.inputBytes = 1000 } == "limit.exceeded")
  }

  @Test func moreFramesThanTheLimitAreRefused() throws {
    var many = movie(frames: 1, sprite("s"))
    many.sprites[0].frames = Array(repeating: hidden, count: 2000)
    let bytes = try SVGAContainer.write(many)
    #expect(rule(bytes) { $0.movieParts = 1000 } == "limit.exceeded")
    #expect(rule(bytes) { $0.movieParts = 3000 } == nil)
    #expect(rule(try SVGAContainer.write(movie(frames: 2000))) { $0.frames = 1000 } == "limit.exceeded")
  }

  @Test func canvasesAndLengthsThatMakeNoSenseAreRefused() throws {
    var flat = movie()
    flat.params.viewBoxWidth = .nan
    #expect(rule(try SVGAContainer.write(flat)) == "timeline.canvas")
    #expect(rule(try SVGAContainer.write(movie(frames: -5))) == "timeline.noFrames")
    #expect(rule(try SVGAContainer.write(SVGAMovieEntity())) == "timeline.canvas")
  }

  @Test func otherFilesAreTurnedAway() {
    #expect(rule([]) == "svga.container.unknown")
    #expect(rule(png(1, 1)) == "svga.container.unknown")
    #expect(rule([0x50, 0x4B, 0x03, 0x04]) == "compression.zip.invalid")
    #expect(rule([0x78, 0x9C, 1, 2, 3]) == "svga.container.damaged")
    #expect(rule(stored([0xFF, 0xFF])) == "svga.movie.damaged")
  }

  @Test func filesAreRecognized() throws {
    #expect(SVGAContainer.recognizes(try SVGAContainer.write(movie())))
    #expect(SVGAContainer.recognizes([0x50, 0x4B, 3, 4] + Array("....movie.spec{".utf8)))
    #expect(SVGAContainer.recognizes([0x50, 0x4B, 3, 4] + Array("....movie.binary".utf8)))
    #expect(!SVGAContainer.recognizes([0x50, 0x4B, 3, 4] + Array("....manifest.json".utf8)))
    #expect(!SVGAContainer.recognizes([0x78, 0x00]))
    #expect(!SVGAContainer.recognizes([0x78]))
  }

  /// The rule that an import breaks.
  private func rule(_ bytes: [UInt8], _ change: (inout Limits) -> Void = { _ in }) -> String? {
    var limits = Limits()
    change(&limits)
    var log = DiagnosticLog()
    do throws(Diagnostic) {
      _ = try SVGASource(bytes: bytes, limits: limits, log: &log)
      return nil
    } catch {
      return error.rule.id
    }
  }
}

/// A zlib stream of one stored block (RFC 1950, RFC 1951), so that damage reaches the message.
private func stored(_ message: [UInt8]) -> [UInt8] {
  let count = UInt16(message.count)
  var a: UInt32 = 1
  var b: UInt32 = 0
  for byte in message {
    a = (a + UInt32(byte)) % 65521
    b = (b + a) % 65521
  }
  let header = [0x78, 0x01, 1, UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8)]
  return header + message + [b >> 8, b & 0xFF, a >> 8, a & 0xFF].map { UInt8($0) }
}
