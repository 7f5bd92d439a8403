internal import KilnGeometry

/// The last computed value of something that changes over time, which counts until a change lies in between.
struct LastValueCache<Value> {
  /// Times at which the value may change.
  let changes: ChangeTimes
  private var latest: (time: Double, value: Value)?

  init(_ changes: ChangeTimes) { self.changes = changes }

  /// The cached value, whatever its time.
  var latestValue: Value? { latest?.value }

  /// The cached value, if it is also the value at `time`.
  func value(at time: Double) -> Value? {
    guard let latest, !changes.separate(latest.time, time) else { return nil }
    return latest.value
  }

  /// The value at a time: the cached one, or what `compute` returns. Throws what `compute` throws.
  mutating func value<Failure>(at time: Double, _ compute: () throws(Failure) -> Value) throws(Failure) -> Value {
    if let cached = value(at: time) { return cached }
    let value = try compute()
    latest = (time, value)
    return value
  }

  /// Stores a value computed for a time.
  mutating func set(_ value: Value, at time: Double) { latest = (time, value) }
}

/// All computed values of something that changes over time, found again where the value repeats: in loops, and in
/// compositions that are used several times.
struct RepeatedValueCache<Value> {
  private var last: LastValueCache<Value>
  /// By `ChangeTimes.feed`.
  private var values: [Int: Value] = [:]

  init(_ changes: ChangeTimes) { last = LastValueCache(changes) }

  /// The value at a time: a cached one, or what `compute` returns. Throws what `compute` throws.
  mutating func value<Failure>(at time: Double, _ compute: () throws(Failure) -> Value) throws(Failure) -> Value {
    if let cached = last.value(at: time) { return cached }
    var phase = NumberDigest()
    last.changes.feed(&phase, at: time)
    if let cached = values[phase.value] {
      last.set(cached, at: time)
      return cached
    }
    let value = try compute()
    values[phase.value] = value
    last.set(value, at: time)
    return value
  }
}
