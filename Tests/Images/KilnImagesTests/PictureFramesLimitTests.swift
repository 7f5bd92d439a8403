import KilnDiagnostics
import KilnImages
import Testing

/// Files of a few bytes whose pictures would take much memory or time.
@Suite struct PictureFramesLimitTests {
  /// A GIF of some frames of one pixel on a canvas.
  private func gif(side: Int, frames: Int) -> [UInt8] {
    let sides = [UInt8(side & 255), UInt8(side >> 8), UInt8(side & 255), UInt8(side >> 8)]
    let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0]
    return Array("GIF89a".utf8) + sides + [0x80, 0, 0, 0, 0, 0, 255, 255, 255]
      + (0..<frames).flatMap { _ in frame } + [0x3B]
  }

  private func error(side: Int, frames: Int, _ limits: Limits = Limits()) -> Diagnostic? {
    #expect(gif(side: side, frames: frames).count < 10_000)
    do throws(Diagnostic) {
      _ = try PictureFrames(gif(side: side, frames: frames), limits: limits)
      return nil
    } catch {
      return error
    }
  }

  @Test func largeCanvasesAreRefused() throws {
    var limits = Limits()
    limits.workingBytes = 100 * 100 * 20
    #expect(error(side: 100, frames: 2, limits) == nil)
    let found = try #require(error(side: 101, frames: 2, limits))
    #expect(found.rule == .limitExceeded)
    #expect(found.message.hasPrefix("the picture of 101 × 101 pixels needs "))
  }

  @Test func manyFramesOfALargeCanvasAreRefusedInASmallFile() throws {
    #expect(error(side: 2000, frames: 400) == nil)
    let found = try #require(error(side: 2000, frames: 600))
    #expect(found.rule == .limitExceeded)
    #expect(found.message.hasPrefix("The number of frames of 2000 × 2000 pixels in "))
  }
}
