import Foundation
import KilnCompression
import KilnDiagnostics
import KilnTestSupport
import Testing

@Suite struct ZipArchiveTests {
  @Test func anEntryAboveItsLimitIsNotInflated() throws {
    var writer = ZipWriter()
    try writer.add("a.json", Array(repeating: 0x20, count: 5000))
    let archive = try ZipArchive(bytes: writer.finish(), limits: Limits())
    let finding = thrown { () throws(Diagnostic) in try archive.data(of: archive.entries[0], atMost: 4999) }
    #expect(finding?.message == "“a.json” inflates to 5000 bytes, above the limit of 4999" && finding?.advice != nil)
    #expect(try archive.data(of: archive.entries[0], atMost: 5000).count == 5000)
  }

  @Test func readsAnArchiveOfAnotherProgram() throws {
    let archive = try ZipArchive(bytes: pythonArchive(), limits: Limits())
    #expect(archive.entries.map(\.name) == ["animations/", "animations/a.json", "../evil.txt"])
    #expect(archive.entries.map(\.isDirectory) == [true, false, false])
    #expect(archive.entries.map(\.uncompressedSize) == [0, 50, 6])
    let json = try archive.data(of: #require(archive.entry(named: "animations/a.json")))
    #expect(String(decoding: json, as: UTF8.self) == #"{"v":"5.7.0","layers":[],"assets":[],"layers2":[]}"#)
    #expect(try archive.data(of: archive.entries[0]) == [])
    #expect(try archive.data(of: archive.entries[2]) == Array("stored".utf8))
    #expect(archive.entry(named: "a.json") == nil)
  }

  @Test func archivesAreToldApartFromOtherFiles() throws {
    #expect(ZipArchive.isZip(try ZipWriter().finish()))
    #expect(ZipArchive.isZip(try small()))
    #expect(!ZipArchive.isZip([0x50, 0x4b, 3]))
    #expect(!ZipArchive.isZip(try Zlib.deflate([1, 2, 3])))
  }

  @Test func everyTruncationIsReported() throws {
    let bytes = try small()
    for count in 0..<bytes.count {
      #expect(rule { () throws(Diagnostic) in try unpack(Array(bytes[..<count])) } == .zipInvalid)
    }
  }

  @Test func damageIsNoticedOrHarmless() throws {
    let bytes = try small()
    let intact = try unpack(bytes)
    var random = SplitMix64(seed: 11)
    var reports: [Rule: Int] = [:]
    for _ in 0..<20_000 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        damaged[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      do throws(Diagnostic) {
        let files = try unpack(damaged)
        // What comes through has the checksum of the table of contents, so it is what was packed.
        #expect(files.allSatisfy { file in file.isEmpty || intact.contains(file) })
      } catch {
        reports[error.rule, default: 0] += 1
      }
    }
    for rule in [Rule.zipInvalid, .zipUnsupported, .zipChecksumMismatch, .compressedDataInvalid, .limitExceeded] {
      #expect(reports[rule, default: 0] > 0, "\(rule.id) never happened")
    }
  }

  @Test func noiseWithValidSignaturesIsSurvived() {
    var random = SplitMix64(seed: 12)
    var failures = 0
    for _ in 0..<5000 {
      var bytes = random.bytes(count: .random(in: 22...200, using: &random))
      bytes += [0x50, 0x4b, 1, 2] + random.bytes(count: 60, values: 3)
      let start = UInt8(bytes.count - 64)
      bytes += [0x50, 0x4b, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0, 64, 0, 0, 0, start & 0xfe, 0, 0, 0, 0, 0]
      if rule({ () throws(Diagnostic) in try unpack(bytes) }) != nil { failures += 1 }
    }
    #expect(failures == 5000)
  }

  @Test(arguments: [
    // Offset counted from the start of the last record or, if `inEntry`, of the first entry of the directory.
    Patch(inEntry: true, offset: 8, bytes: [1], rule: .zipUnsupported, words: "encrypted"),
    Patch(inEntry: true, offset: 10, bytes: [12], rule: .zipUnsupported, words: "method 12"),
    Patch(inEntry: true, offset: 16, bytes: [0, 0, 0, 0], rule: .zipChecksumMismatch, words: "CRC-32"),
    Patch(inEntry: true, offset: 20, bytes: [0, 0, 1, 0], rule: .zipInvalid, words: "beyond the end"),
    Patch(inEntry: true, offset: 20, bytes: [4, 0, 0, 0], rule: .compressedDataTruncated, words: "ends too early"),
    Patch(inEntry: true, offset: 20, bytes: [255, 255, 255, 255], rule: .zipUnsupported, words: "ZIP64"),
    Patch(inEntry: true, offset: 24, bytes: [99, 0, 0, 0], rule: .zipInvalid, words: "more than the 99 bytes"),
    Patch(inEntry: true, offset: 24, bytes: [0, 16, 0, 0], rule: .zipInvalid, words: "instead of 4096"),
    Patch(inEntry: true, offset: 24, bytes: [0, 0, 0, 127], rule: .limitExceeded, words: "above the limit"),
    Patch(inEntry: true, offset: 28, bytes: [255, 255], rule: .zipInvalid, words: "table of contents"),
    Patch(inEntry: true, offset: 42, bytes: [3, 0, 0, 0], rule: .zipInvalid, words: "not where"),
    Patch(inEntry: true, offset: 42, bytes: [254, 255, 255, 255], rule: .zipInvalid, words: "not where"),
    Patch(inEntry: false, offset: 4, bytes: [1], rule: .zipUnsupported, words: "one part of several"),
    Patch(inEntry: false, offset: 10, bytes: [9], rule: .zipInvalid, words: "table of contents"),
    Patch(inEntry: false, offset: 10, bytes: [255, 255], rule: .zipUnsupported, words: "ZIP64"),
    Patch(inEntry: false, offset: 16, bytes: [254, 255, 255, 255], rule: .zipInvalid, words: "table of contents"),
    Patch(inEntry: false, offset: 16, bytes: [255, 255, 255, 255], rule: .zipUnsupported, words: "ZIP64"),
  ])
  func hostileTablesAreRefused(patch: Patch) throws {
    var bytes = try small()
    let end = bytes.count - 22
    let start = patch.inEntry ? Int(bytes[end + 16]) | Int(bytes[end + 17]) << 8 : end
    bytes.replaceSubrange(start + patch.offset..<start + patch.offset + patch.bytes.count, with: patch.bytes)
    let error = thrown { () throws(Diagnostic) in try unpack(bytes) }
    #expect(error?.rule == patch.rule)
    #expect(error?.message.contains(patch.words) == true, "\(error?.message ?? "no error")")
  }

  @Test func limitsHoldForAllEntriesTogether() throws {
    var writer = ZipWriter()
    for index in 0..<10 { try writer.add("\(index)", [UInt8](repeating: 0, count: 1000)) }
    let bytes = try writer.finish()
    var limits = Limits()
    limits.inflatedBytes = 10_000
    #expect(try ZipArchive(bytes: bytes, limits: limits).entries.count == 10)
    limits.inflatedBytes = 9999
    #expect(rule { () throws(Diagnostic) in try ZipArchive(bytes: bytes, limits: limits) } == .limitExceeded)
    limits = Limits()
    limits.inputBytes = bytes.count - 1
    #expect(rule { () throws(Diagnostic) in try ZipArchive(bytes: bytes, limits: limits) } == .limitExceeded)
  }

  @Test func anEntryOfAnotherArchiveIsRefused() throws {
    var writer = ZipWriter()
    try writer.add("first", [UInt8](repeating: 1, count: 3000), method: .stored)
    try writer.add("second", [1])
    let other = try ZipArchive(bytes: writer.finish(), limits: Limits())
    let archive = try ZipArchive(bytes: small(), limits: Limits())
    #expect(rule { () throws(Diagnostic) in try archive.data(of: other.entries[1]) } == .zipInvalid)
  }

  /// Bytes to put into the archive of `small()`, and what must come of it.
  struct Patch: Sendable, CustomTestStringConvertible {
    var inEntry: Bool
    var offset: Int
    var bytes: [UInt8]
    var rule: Rule
    var words: String
    var testDescription: String { "\(inEntry ? "entry" : "end") + \(offset): \(words)" }
  }

  private func rule<Result>(_ work: () throws(Diagnostic) -> Result) -> Rule? { thrownRule(work) }

  /// A deflated and a stored file.
  private func small() throws -> [UInt8] {
    var random = SplitMix64(seed: 5)
    var writer = ZipWriter()
    try writer.add("deflated", random.bytes(count: 400, values: 5))
    try writer.add("stored", random.bytes(count: 60), method: .stored)
    return try writer.finish()
  }

  private func unpack(_ bytes: [UInt8]) throws(Diagnostic) -> [[UInt8]] {
    let archive = try ZipArchive(bytes: bytes, limits: Limits())
    var files: [[UInt8]] = []
    for entry in archive.entries { files.append(try archive.data(of: entry)) }
    return files
  }

  /// Python's `zipfile` wrote it to a pipe: with data descriptors, and with a comment at the end.
  private func pythonArchive() throws -> [UInt8] {
    let text = """
      UEsDBBQACAAAAAAAIQAAAAAAAAAAAAAAAAALAAAAYW5pbWF0aW9ucy9QSwcIAAAAAAAAAAAAAAAAUEsDBBQACAAIAAAAIQAAAAAAAAAAAAAAAAAR\
      AAAAYW5pbWF0aW9ucy9hLmpzb26rVipTslIy1TPXM1DSUcpJrEwtKlayio7VUUosLk4tgbIh4kYgTi0AUEsHCMzuxFQoAAAAMgAAAFBLAwQUAAgA\
      AAAAACEAAAAAAAAAAAAAAAAACwAAAC4uL2V2aWwudHh0c3RvcmVkUEsHCAv5Q1YGAAAABgAAAFBLAQIUAxQACAAAAAAAIQAAAAAAAAAAAAAAAAAL\
      AAAAAAAAAAAAAACAAQAAAABhbmltYXRpb25zL1BLAQIUAxQACAAIAAAAIQDM7sRUKAAAADIAAAARAAAAAAAAAAAAAACAATkAAABhbmltYXRpb25z\
      L2EuanNvblBLAQIUAxQACAAAAAAAIQAL+UNWBgAAAAYAAAALAAAAAAAAAAAAAACAAaAAAAAuLi9ldmlsLnR4dFBLBQYAAAAAAwADALEAAADfAAAA\
      DgBtYWRlIGJ5IHB5dGhvbg==
      """
    return [UInt8](try #require(Data(base64Encoded: text)))
  }
}
