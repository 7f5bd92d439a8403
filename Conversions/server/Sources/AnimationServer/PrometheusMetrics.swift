import Kiln
import Metrics
import Synchronization

/// Metrics of this process, as text for Prometheus. Larger servers take a package for it.
final class PrometheusMetrics: MetricsFactory {
  private let series = Mutex<[Series.Name: Series]>([:])

  /// All metrics.
  func text(_ pool: WorkPool, _ room: UploadRoom) -> String {
    let load = pool.load
    Meter(label: "kiln.conversions.running").set(load.running)
    Meter(label: "kiln.conversions.waiting").set(load.waiting)
    Meter(label: "kiln.uploads.bytes").set(room.held)
    let families = Dictionary(grouping: series.withLock { $0 }, by: \.key.family)
    return families.sorted { $0.key < $1.key }.map { family, members in
      let kind = members.first?.value.kind.rawValue ?? "untyped"
      let lines = members.map { $1.lines(named: $0) }.sorted()
      return "# TYPE \(family) \(kind)\n" + lines.joined()
    }.joined()
  }

  private func make(_ kind: Series.Kind, _ label: String, _ dimensions: [(String, String)]) -> Series {
    let name = Series.Name(label, kind, dimensions)
    return series.withLock { all in
      if let known = all[name] { return known }
      let new = Series(kind)
      all[name] = new
      return new
    }
  }

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    make(.counter, label, dimensions)
  }

  func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    make(.gauge, label, dimensions)
  }

  func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    make(aggregate ? .summary : .gauge, label, dimensions)
  }

  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    make(.summary, label + "_seconds", dimensions)
  }

  // The values are kept: Prometheus expects that none disappears.
  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyMeter(_ handler: any MeterHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}
}
