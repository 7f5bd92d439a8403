import Metrics
import Synchronization

/// One metric with its values of labels.
final class Series: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
  enum Kind: String {
    case counter, gauge, summary
  }

  /// Identity in the text.
  struct Name: Hashable {
    let family: String
    /// Labels in their form in the text, without braces.
    let labels: String

    init(_ label: String, _ kind: Kind, _ dimensions: [(String, String)]) {
      func word(_ text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
      }
      family = word(label) + (kind == .counter ? "_total" : "")
      labels = dimensions.map { name, value in
        let escaped = value.map { "\\\"\n".contains($0) ? "_" : $0 }
        return "\(word(name))=\"\(String(escaped))\""
      }.joined(separator: ",")
    }
  }

  let kind: Kind
  private let state = Mutex((sum: 0.0, count: 0))

  init(_ kind: Kind) { self.kind = kind }

  /// Lines of the text.
  func lines(named name: Name) -> String {
    let (sum, count) = state.withLock { $0 }
    let labels = name.labels.isEmpty ? "" : "{\(name.labels)}"
    guard kind == .summary else { return "\(name.family)\(labels) \(sum)\n" }
    return "\(name.family)_sum\(labels) \(sum)\n\(name.family)_count\(labels) \(count)\n"
  }

  private func add(_ amount: Double) { state.withLock { $0 = ($0.sum + amount, $0.count + 1) } }

  func increment(by amount: Int64) { add(Double(amount)) }
  func increment(by amount: Double) { add(amount) }
  func decrement(by amount: Double) { add(-amount) }
  func set(_ value: Int64) { set(Double(value)) }
  func set(_ value: Double) { state.withLock { $0 = (value, 1) } }
  func reset() { set(0.0) }
  func record(_ value: Int64) { record(Double(value)) }
  func record(_ value: Double) { kind == .gauge ? set(value) : add(value) }
  func recordNanoseconds(_ duration: Int64) { add(Double(duration) / 1e9) }
}
