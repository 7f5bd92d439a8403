import Foundation
import KilnDiagnostics
import KilnTestSupport
import KilnTimeline
import KilnTimelineJSON
import Testing

/// Files that nobody should write.
@Suite struct HostileTimelineTests {
  /// A whole file; `sprites` and `tables` are put in.
  private static func file(
    _ tables: String = "", sprites: String = "", head: String = "\"canvas\":[10,10],\"frameRate\":10,\"frameCount\":3"
  ) -> [UInt8] {
    let origins = "\"origins\":[{\"names\":[\"A\"]}],\"styles\":[{\"fill\":{\"color\":[0,0,0,1]}}]"
    let shapes = "\"shapes\":[[{\"rect\":[0,0,4,4],\"style\":0}]]"
    return Array(
      "{\"$kiln\":\"timeline\",\"version\":1,\(head),\(tables.isEmpty ? origins + "," + shapes : tables),\"sprites\":[\(sprites)]}"
        .utf8)
  }

  private static func sprite(_ members: String) -> [UInt8] { file(sprites: "{\"origin\":0,\(members)}") }

  private func refusal(_ bytes: [UInt8]) -> Diagnostic? {
    thrown { () throws(Diagnostic) in
      var log = DiagnosticLog()
      return try TimelineJSON.timeline(bytes, log: &log)
    }
  }

  /// Names of origins are assembled by recursion.
  @Test func originsInsideOfEachOtherHaveALimit() {
    func origins(_ count: Int) -> [UInt8] {
      let inner = (1..<count).map { ",{\"name\":\"A\",\"pointer\":\"/0\",\"in\":\($0 - 1)}" }
      return Self.file("\"origins\":[{\"name\":\"A\",\"pointer\":\"/0\"}\(inner.joined())]")
    }
    #expect(refusal(origins(513))?.message.contains("deeper than 512") == true)
    #expect(refusal(origins(512))?.message.contains("deeper than 512") != true)
    #expect(refusal(origins(100_000))?.message.contains("deeper than 512") == true)
  }

  @Test(arguments: ["{\"first\":1e308,\"step\":1e308}", "{\"first\":0,\"step\":1e308}", "[0,1]"])
  func timesOfTheSourceAreNumbers(_ times: String) {
    let head = "\"canvas\":[10,10],\"frameRate\":10,\"frameCount\":3,\"sourceTimes\":\(times)"
    let error = refusal(Self.file(head: head))
    #expect(
      error?.rule == .timelineFileInvalid && error?.path.pointer == "/sourceTimes",
      "\(times): \(String(describing: error))")
  }

  @Test func aSmallFileIsRead() throws {
    var log = DiagnosticLog()
    let bytes = Self.sprite("\"type\":\"vector\",\"opacity\":[[1,1],[2,0]],\"shapes\":[[0,0]]")
    let timeline = try TimelineJSON.timeline(bytes, log: &log)
    #expect(timeline.sprites.first?.frames.map(\.opacity) == [0, 1, 0])
  }

  @Test(arguments: [
    (sprite("\"type\":\"vector\",\"opacity\":[[0,1]]"), "/sprites/0"),
    (sprite("\"type\":\"vector\",\"opacity\":[[0,2]]"), "/sprites/0/opacity/0/1"),
    (sprite("\"type\":\"vector\",\"opacity\":[[1,1],[1,0]]"), "/sprites/0/opacity/1/0"),
    (sprite("\"type\":\"vector\",\"opacity\":[[3,1]]"), "/sprites/0/opacity/0/0"),
    (sprite("\"type\":\"vector\",\"opacity\":[[-1,1]]"), "/sprites/0/opacity/0/0"),
    (sprite("\"type\":\"vector\",\"opacity\":[[0.5,1]]"), "/sprites/0/opacity/0/0"),
    (sprite("\"type\":\"vector\",\"opacity\":[0]"), "/sprites/0/opacity/0"),
    (sprite("\"type\":\"vector\",\"shapes\":[[0,1]]"), "/sprites/0/shapes/0/1"),
    (sprite("\"type\":\"vector\",\"clip\":[[0,0]]"), "/sprites/0/clip/0/1"),
    (sprite("\"type\":\"vector\",\"filters\":[[0,0]]"), "/sprites/0/filters/0/1"),
    (sprite("\"type\":\"vector\",\"transform\":[[0,1,0,0,1,0]]"), "/sprites/0/transform/0"),
    (sprite("\"type\":\"vektor\""), "/sprites/0/type"),
    (sprite("\"type\":\"image\",\"image\":0"), "/sprites/0/image"),
    (sprite("\"type\":\"group\""), "/sprites/0"),
    (sprite("\"type\":\"vector\",\"blend\":\"burn\""), "/sprites/0/blend"),
    (sprite("\"type\":\"vector\",\"matte\":{\"mode\":\"beta\",\"sprites\":[]}"), "/sprites/0/matte/mode"),
    (file(sprites: "{\"origin\":7,\"type\":\"vector\"}"), "/sprites/0/origin"),
    (file("\"origins\":[{\"part\":[\"A\"]}]"), "/origins/0"),
    (file("\"origins\":[{\"in\":0,\"name\":\"A\",\"pointer\":\"/0\"}]"), "/origins/0/in"),
    (file("\"origins\":[{\"name\":\"A\",\"pointer\":\"\"}]"), "/origins/0"),
    (file("\"images\":[{\"name\":\"a\",\"data\":\"data:image/png;base64,AAAA\"}]"), "/images/0/data"),
    (file("\"images\":[{\"name\":\"a\",\"data\":\"http://a/b.png\"}]"), "/images/0/data"),
    (file("\"clips\":[\"L0 0\"]"), "/clips/0"),
    (file("\"clips\":[\"M0 0 1\"]"), "/clips/0"),
    (file("\"clips\":[\"M0 0Q1 1 2 2\"]"), "/clips/0"),
    (file("\"clips\":[\"M1e999 0\"]"), "/clips/0"),
    (file("\"clips\":[7]"), "/clips/0"),
    (file("\"styles\":[{\"fill\":{}}]"), "/styles/0/fill"),
    (file("\"styles\":[{\"fill\":{\"color\":[0,0,0]}}]"), "/styles/0/fill/color"),
    (file("\"styles\":[{\"fill\":{\"linear\":[0,0,1,1],\"stops\":[]}}]"), "/styles/0/fill/stops"),
    (file("\"styles\":[{\"stroke\":{\"color\":[0,0,0,1],\"width\":-1}}]"), "/styles/0/stroke/width"),
    (file("\"shapes\":[[{\"rect\":[0,0,1,1],\"style\":0}]]"), "/shapes/0/0/style"),
    (file("\"filters\":[{\"region\":[0,0,1,1],\"chain\":[{\"type\":\"glow\"}]}]"), "/filters/0/chain/0/type"),
    (file("\"sounds\":[{\"key\":\"a\",\"frames\":[2,9],\"data\":\"\"}]"), "/sounds/0/frames"),
    (file("\"sourceTimes\":[1,2]"), "/sourceTimes"),
    (file("\"markers\":{}"), "/markers"),
    (file(head: "\"canvas\":[10],\"frameRate\":10,\"frameCount\":3"), "/canvas"),
    (file(head: "\"canvas\":[10,10],\"frameRate\":10,\"frameCount\":0"), "/frameCount"),
    (file(head: "\"canvas\":[10,10],\"frameRate\":10,\"frameCount\":1e9"), "/frameCount"),
    (Array("{\"$kiln\":\"atlas\"}".utf8), ""),
  ])
  func whatIsWrongHasAPlace(_ bytes: [UInt8], _ pointer: String) throws {
    let error = try #require(refusal(bytes), "\(String(decoding: bytes, as: UTF8.self))")
    #expect(error.rule == .timelineFileInvalid)
    #expect(error.path.pointer == pointer, "\(error)")
  }

  @Test func laterVersionsAreRefused() throws {
    let bytes = Array("{\"$kiln\":\"timeline\",\"version\":2}".utf8)
    #expect(try #require(refusal(bytes)).rule == .timelineFileVersion)
  }

  @Test func statesAreLimitedBeforeTheyAreMade() throws {
    let sprites = Array(repeating: "{\"origin\":0,\"type\":\"vector\"}", count: 200).joined(separator: ",")
    let bytes = Self.file(sprites: sprites, head: "\"canvas\":[10,10],\"frameRate\":10,\"frameCount\":100000")
    #expect(try #require(refusal(bytes)).rule == .limitExceeded)
  }

  @Test func groupsInGroupsEndWithTheJSONsNesting() throws {
    let open = "{\"origin\":0,\"type\":\"group\",\"children\":["
    let bytes = Self.file(sprites: String(repeating: open, count: 300) + String(repeating: "]}", count: 300))
    #expect(try #require(refusal(bytes)).rule == .limitExceeded)
  }

  /// Every byte of a file replaced by others: an error, or a timeline, but never a trap.
  @Test func everyByteMayBeWrong() throws {
    let whole = TimelineJSON.bytes(of: try SampleTimelines.movingSquare())
    var read = 0
    for position in whole.indices {
      for byte in "9\"]}-e,".utf8 {
        var bytes = whole
        bytes[position] = byte
        if refusal(bytes) == nil { read += 1 }
      }
    }
    #expect(read > 100)
  }
}
