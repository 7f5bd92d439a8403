import KilnDiagnostics
import KilnPixels
import KilnRendering
import KilnTestSupport
import KilnTimeline
import Synchronization
import Testing

@Suite struct OrderedWorkTests {
  @Test(arguments: [1, 2, 3, 8, 100])
  func resultsComeInOrder(threads: Int) throws {
    var results: [Int] = []
    try OrderedWork.run(
      count: 101, threads: threads, worker: 0,
      work: { (_, index) throws(Diagnostic) in index * index },
      consume: { (index, result) throws(Diagnostic) in
        #expect(index == results.count)
        results.append(result)
      })
    #expect(results == (0..<101).map { $0 * $0 })
  }

  @Test(arguments: [0, -3])
  func nothingIsDoneForNoItemsOrOnNoThreads(threads: Int) throws {
    var count = 0
    func run(_ items: Int) throws {
      try OrderedWork.run(
        count: items, threads: threads, worker: 0, work: { (_, index) throws(Diagnostic) in index },
        consume: { (_, _) throws(Diagnostic) in count += 1 })
    }
    try run(0)
    #expect(count == 0)
    try run(2)
    #expect(count == 2)
  }

  @Test(arguments: [1, 8])
  func theFirstErrorInOrderStops(threads: Int) {
    var consumed = 0
    let diagnostic = thrown { () throws(Diagnostic) in
      try OrderedWork.run(
        count: 50, threads: threads, worker: 0,
        work: { (_, index) throws(Diagnostic) -> Int in
          guard index < 10 else { throw Diagnostic(.internalError, "item \(index)") }
          return index
        },
        consume: { (_, _) throws(Diagnostic) in consumed += 1 })
    }
    #expect(diagnostic?.message == "item 10")
    #expect(consumed == 10)
  }

  @Test func anErrorOfTheConsumerStops() {
    let started = Atomic(0)
    let rule = thrownRule { () throws(Diagnostic) in
      try OrderedWork.run(
        count: 10_000, threads: 4, worker: 0,
        work: { (_, index) throws(Diagnostic) -> Int in
          started.add(1, ordering: .relaxed)
          return index
        },
        consume: { (index, _) throws(Diagnostic) in
          if index == 5 { throw Diagnostic(.outputUnwritable, "full") }
        })
    }
    #expect(rule == .outputUnwritable)
    #expect(started.load(ordering: .relaxed) < 100)
  }

  @Test func fewResultsWait() throws {
    let threads = 4
    let started = Atomic(0)
    var largest = 0
    try OrderedWork.run(
      count: 500, threads: threads, worker: 0,
      work: { (_, index) throws(Diagnostic) -> Int in
        started.add(1, ordering: .relaxed)
        return index
      },
      consume: { (index, _) throws(Diagnostic) in
        largest = max(largest, started.load(ordering: .relaxed) - index)
      })
    #expect(largest <= threads * 8)
  }

  @Test func othersGoOnWhileAnItemTakesLong() throws {
    let started = Atomic(0)
    var isOvertaken = false
    try OrderedWork.run(
      count: 40, threads: 2, worker: 0,
      work: { (_, index) throws(Diagnostic) -> Bool in
        started.add(1, ordering: .relaxed)
        guard index == 5 else { return false }
        let end = ContinuousClock.now + .seconds(20)
        while started.load(ordering: .relaxed) < 10, .now < end {}
        return started.load(ordering: .relaxed) >= 10
      },
      consume: { (_, result) throws(Diagnostic) in isOvertaken = isOvertaken || result })
    #expect(isOvertaken)
  }

  @Test func framesAreTheSameForAnyNumberOfThreads() throws {
    let timeline = try SampleTimelines.movingSquare()
    func frames(threads: Int) throws -> [[UInt32]] {
      var log = DiagnosticLog()
      let renderer = TimelineRenderer(timeline, images: DecodedImages(timeline, log: &log))
      let fit = CanvasFit(canvas: timeline.canvas, width: 61, height: 47)
      var frames: [[UInt32]] = []
      try OrderedWork.run(
        count: timeline.frameCount, threads: threads, worker: renderer,
        work: { (renderer, frame) throws(Diagnostic) in
          var pixmap = Pixmap(width: fit.width, height: fit.height)
          renderer.render(frame: frame, transform: fit.transform, into: &pixmap)
          return pixmap.pixels
        },
        consume: { (_, pixels) throws(Diagnostic) in frames.append(pixels) })
      return frames
    }
    #expect(try frames(threads: 1) == frames(threads: 8))
  }
}
