import Foundation
import KilnDiagnostics
import KilnPixels
import KilnPrograms
import KilnTestSupport
import KilnVideo
import Testing

@Suite struct FFmpegTests {
  /// A program that says a version and fails at all else.
  private func rule(_ script: String) throws -> Rule? {
    try Fixture.withTemporaryFolder { folder in
      let path = folder + "/ffmpeg"
      try Fixture.write("#!/bin/sh\n\(script)\n", path)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
      return thrownRule { () throws(Diagnostic) in _ = try FFmpeg(ExternalProgram(name: "ffmpeg", path: path)) }
    }
  }

  @Test func oldVersionsAreRefused() throws {
    #expect(try rule("echo 'ffmpeg version 4.1.9-0+deb10u1 Copyright (c) 2000'") == .programOld)
    #expect(try rule("echo 'ffmpeg version 2.8 Copyright (c) 2000'") == .programOld)
    #expect(try rule("echo 'ffmpeg version 4.4.2-0ubuntu0.22.04.1 Copyright (c) 2000'") == nil)
    #expect(try rule("echo 'ffmpeg version n6.0 Copyright (c) 2000'") == nil)
    #expect(try rule("echo 'ffmpeg version N-109468-gd39b34123d Copyright (c) 2000'") == nil)
  }

  @Test func otherProgramsAreRefused() throws {
    #expect(try rule("echo hello") == .programMissing)
    #expect(try rule("exit 1") == .programFailed)
  }

  private static let isThere = (try? FFmpeg()) != nil

  private static func frames(_ count: Int, bytesPerPixel: Int) -> [[UInt8]] {
    (0..<count).map { frame in
      (0..<64 * 48).flatMap { pixel -> [UInt8] in
        let (x, y) = (pixel % 64, pixel / 64)
        let color = [UInt8(x * 4), UInt8(y * 5), UInt8(frame * 20)]
        return bytesPerPixel == 3 ? color : color + [x / 16 % 2 == 0 ? 255 : 0]
      }
    }
  }

  @Test(.enabled(if: isThere), arguments: [VideoEncoding.Codec.h264(rateFactor: 10), .vp9(rateFactor: 10), .prores])
  func videosAreDecodedAsTheyWereEncoded(_ codec: VideoEncoding.Codec) throws {
    let encoding = VideoEncoding(codec: codec, width: 64, height: 48, frameRate: 12.5)
    let frames = Self.frames(10, bytesPerPixel: encoding.bytesPerPixel)
    let encoder = try VideoEncoder(FFmpeg(), encoding) { () throws(Diagnostic) in }
    for frame in frames { try encoder.append(frame) }
    let bytes = try encoder.finish()
    let video = try StoredVideo(bytes, limits: Limits())
    #expect(video.videoWidth == 64 && video.videoHeight == 48 && video.milliseconds.count == 10)
    #expect(video.milliseconds.allSatisfy { abs($0 - 80) < 1.01 }, "\(video.milliseconds)")
    #expect(video.hasAlphaChannel == (encoding.bytesPerPixel == 4))
    var (decoded, index) = (try video.frames(), 0)
    while let picture = try decoded.next() {
      for (place, pixel) in picture.pixels.enumerated() where pixel >> 24 > 200 {
        let expected = frames[index][place * encoding.bytesPerPixel..<place * encoding.bytesPerPixel + 3]
        for (channel, value) in expected.enumerated() {
          #expect(abs(Int(pixel >> UInt32(8 * channel) & 255) - Int(value)) < 40, "\(codec), frame \(index), \(place)")
        }
      }
      index += 1
    }
    #expect(index == 10)
  }

  @Test(.enabled(if: isThere)) func soundsAreDecoded() throws {
    // A second of a tone as WAV.
    let samples = (0..<24_000).map { Int16(10_000 * sin(Double($0) * 0.1)) }
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let data = samples.flatMap { little(Int($0), 2) }
    let format = little(1, 2) + little(1, 2) + little(24_000, 4) + little(48_000, 4) + little(2, 2) + little(16, 2)
    let file =
      Array("RIFF".utf8) + little(36 + data.count, 4) + Array("WAVEfmt ".utf8) + little(16, 4) + format
      + Array("data".utf8) + little(data.count, 4) + data
    let half = try SoundSamples(decoding: file, from: 0.25, duration: 0.5, FFmpeg()) { () throws(Diagnostic) in }
    #expect(half.values.count == 48_000)
    let rest = try SoundSamples(decoding: file, from: 0.75, duration: 5, FFmpeg()) { () throws(Diagnostic) in }
    #expect(abs(rest.values.count - 24_000) < 200)
    #expect(half.values.contains { abs(Int($0)) > 6000 })
    let rule = thrownRule { () throws(Diagnostic) in
      _ = try SoundSamples(decoding: Array("hello".utf8), from: 0, duration: 1, FFmpeg()) { () throws(Diagnostic) in }
    }
    #expect(rule == .programFailed)
  }
}
