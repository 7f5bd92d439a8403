/// A value over time, and the time at which it was asked for last: until it changes it need not be computed again.
struct Known<Value> {
  let changes: ChangeTimes
  private var latest: (time: Double, value: Value)?

  init(_ changes: ChangeTimes) { self.changes = changes }

  /// The value, if it is the same at a time.
  func value(at time: Double) -> Value? {
    guard let latest, !changes.separate(latest.time, time) else { return nil }
    return latest.value
  }

  /// The value at a time, computed if need be.
  mutating func value<Failure>(at time: Double, _ compute: () throws(Failure) -> Value) throws(Failure) -> Value {
    if let known = value(at: time) { return known }
    let value = try compute()
    latest = (time, value)
    return value
  }

  mutating func set(_ value: Value, at time: Double) { latest = (time, value) }
}
