import KilnDiagnostics
import KilnImages
import KilnPixels
import KilnTestSupport
import Testing

@Suite(.enabled(if: PackageTrait.jpeg.isEnabled)) struct JPEGTests {
  @Test(arguments: [
    (Sample.colour, rgba(200, 40, 20), rgba(10, 60, 220)),
    (.progressive, rgba(200, 40, 20), rgba(10, 60, 220)),
    (.grey, rgba(30, 30, 30), rgba(210, 210, 210)),
    // (0, 200, 220, 30) and (240, 180, 0, 20) of 255 as cyan, magenta, yellow and black.
    (.cmyk, rgba(225, 49, 31), rgba(14, 69, 235)),
  ])
  func halvesHaveTheirColours(sample: Sample, left: UInt32, right: UInt32) throws {
    let pixmap = try decodeBase64(sample.rawValue)
    let expected = Pixmap(
      width: 16, height: 8, pixels: (0..<128).map { $0 % 16 < 8 ? left : right })
    #expect(pixmap.width == 16)
    #expect(pixmap.height == 8)
    #expect(pixmap.largestDifference(from: expected) <= 3)
  }

  @Test(arguments: Sample.allCases) func everyTruncationIsReported(sample: Sample) throws {
    let bytes = try bytesOfBase64(sample.rawValue)
    // The last two bytes say that the image ends; without them libjpeg cannot know that nothing is missing.
    for count in 3..<bytes.count - 2 {
      let part = Array(bytes[..<count])
      let rule = thrownRule { () throws(Diagnostic) in try ImageDecoder.decode(part, limits: Limits()) }
      #expect(rule == .imageInvalid, "cut at \(count)")
    }
  }

  @Test(arguments: [Sample.colour, .grey, .cmyk])
  func missingPixelsBeforeTheEndMarkerAreReported(sample: Sample) throws {
    let bytes = try bytesOfBase64(sample.rawValue)
    let short = bytes.dropLast(6) + [0xff, 0xd9]
    let rule = thrownRule { () throws(Diagnostic) in try ImageDecoder.decode(Array(short), limits: Limits()) }
    #expect(rule == .imageInvalid)
  }

  @Test func damageNeverCrashes() throws {
    var random = SplitMix64(seed: 21)
    var limits = Limits()
    limits.pixels = 1 << 20
    var reports = 0
    for sample in Sample.allCases {
      let bytes = try bytesOfBase64(sample.rawValue)
      for _ in 0..<1000 {
        var damaged = bytes
        damaged[Int.random(in: 3..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        do throws(Diagnostic) {
          let pixmap = try ImageDecoder.decode(damaged, limits: limits)
          #expect(pixmap.pixels.allSatisfy { $0 >> 24 == 255 })
        } catch {
          reports += 1
        }
      }
    }
    #expect(reports > 400)
  }

  @Test func sizesAreCheckedBeforeMemoryIsTaken() throws {
    var bytes = try bytesOfBase64(Sample.colour.rawValue)
    let frame = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xff && bytes[$0 + 1] == 0xc0 })
    bytes.replaceSubrange(frame + 5..<frame + 9, with: [0xff, 0xdc, 0xff, 0xdc])
    let rule = thrownRule { () throws(Diagnostic) in try ImageDecoder.decode(bytes, limits: Limits()) }
    #expect(rule == .limitExceeded)
  }

  @Test func endlessScansAreRefused() throws {
    let bytes = try bytesOfBase64(Sample.progressive.rawValue)
    let last = try #require(bytes.indices.dropLast().last { bytes[$0] == 0xff && bytes[$0 + 1] == 0xda })
    let scan = bytes[last..<bytes.count - 2]
    let repeated = { (count: Int) in bytes[..<last] + [[UInt8]](repeating: Array(scan), count: count).joined() }
    let end: [UInt8] = [0xff, 0xd9]
    #expect(try ImageDecoder.decode(repeated(100) + end, limits: Limits()).width == 16)
    let error = thrown { () throws(Diagnostic) in try ImageDecoder.decode(repeated(300) + end, limits: Limits()) }
    #expect(error?.rule == .imageInvalid)
  }

  /// 16 × 8 pixels, two halves of one colour each, written by Pillow at quality 90.
  enum Sample: String, CaseIterable {
    case colour = """
      /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYU\
      GBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wAARCAAIABAD\
      AREAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAABgf/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFgEBAQEAAAAAAAAAAAAAAAAACQcI/8QAFBEB\
      AAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8Ah6ONtgRThfv/2Q==
      """
    case progressive = """
      /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYU\
      GBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wgARCAAIABAD\
      AREAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAABQb/xAAWAQEBAQAAAAAAAAAAAAAAAAAIBgf/2gAMAwEAAhADEAAAAYeN20BTl/8A/8QAFBAB\
      AAAAAAAAAAAAAAAAAAAAEP/aAAgBAQABBQI//8QAFBEBAAAAAAAAAAAAAAAAAAAAEP/aAAgBAwEBPwE//8QAFBEBAAAAAAAAAAAAAAAAAAAAEP/a\
      AAgBAgEBPwE//8QAFBABAAAAAAAAAAAAAAAAAAAAEP/aAAgBAQAGPwI//8QAFBABAAAAAAAAAAAAAAAAAAAAEP/aAAgBAQABPyE//9oADAMBAAIA\
      AwAAABB//8QAFBEBAAAAAAAAAAAAAAAAAAAAEP/aAAgBAwEBPxA//8QAFBEBAAAAAAAAAAAAAAAAAAAAEP/aAAgBAgEBPxA//8QAFBABAAAAAAAA\
      AAAAAAAAAAAAEP/aAAgBAQABPxA//9k=
      """
    case grey = """
      /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYU\
      GBIUFRT/wAALCAAIABABAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8APo8D/9k=
      """
    case cmyk = """
      /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwADAgIDAgIDAwMDBAMDBAUIBQUEBAUKBwcGCAwKDAwLCgsLDQ4SEA0OEQ4LCxAWEBETFBUVFQwPFxgWFBgS\
      FBUU/8AAFAgACAAQBEMRAE0RAFkRAEsRAP/EABgAAAMBAQAAAAAAAAAAAAAAAAgJCgUG/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAA4EQwBNAFkA\
      SwAAPwBqYPADmBpf3bKS20//2Q==
      """
  }
}
