package import KilnExporting

/// The form of each of several independent parts with which all parts keep to limits on bytes and memory at the least
/// loss: a multiple-choice knapsack with two constraints.
///
/// Two prices, one for a byte of the file and one for a byte of memory, choose the form of every part alone: the one of
/// which loss plus price is least (Lagrange multipliers). The prices are raised until the limits are kept. What is left of
/// the limits then buys back the loss that is cheapest to avoid.
package struct KnapsackSolution: Sendable, Hashable {
  /// An option for storing a part.
  package struct Form: Sendable, Hashable {
    /// Bytes in the file.
    package var bytes: Int
    /// Bytes of the decoded pictures in a player.
    package var memory: Int
    /// Visible loss, at least 0; losses of parts are summed up.
    package var loss: Double

    /// A form; by default without loss and memory.
    package init(bytes: Int, memory: Int = 0, loss: Double = 0) {
      self.bytes = bytes
      self.memory = memory
      self.loss = loss
    }
  }

  /// Index of the form of each part.
  package private(set) var choices: [Int]
  /// Bytes in the file of all parts.
  package private(set) var bytes = 0
  /// Bytes of decoded pictures of all parts.
  package private(set) var memory = 0
  /// Loss of all parts.
  package private(set) var loss = 0.0

  /// The forms of least loss within a budget; nil if there are none.
  ///
  /// - Precondition: Every part has a form, and every loss is finite.
  package init?(of parts: [[Form]], within budget: ExportBudget) {
    guard Self.lowerBound(of: parts).keeps(to: budget), let found = LagrangeMultipliers.search(parts, budget) else {
      return nil
    }
    self.init(found, of: parts)
    spendRest(of: budget, on: parts)
  }

  private init(_ choices: [Int], of parts: [[Form]]) {
    self.choices = choices
    for (part, choice) in zip(parts, choices) { add(part[choice]) }
  }

  /// The least bytes and the least memory that the parts can take, each alone: both together may be impossible.
  package static func lowerBound(of parts: [[Form]]) -> LowerBound {
    var bound = LowerBound(bytes: 0, memory: 0)
    for part in parts {
      bound.bytes = bound.bytes.saturatingSum(part.lazy.map(\.bytes).min() ?? 0)
      bound.memory = bound.memory.saturatingSum(part.lazy.map(\.memory).min() ?? 0)
    }
    return bound
  }

  /// Lower bound of the bytes and memory of all parts.
  package struct LowerBound: Sendable, Hashable {
    /// Bytes in the file.
    package var bytes: Int
    /// Bytes of decoded pictures.
    package var memory: Int

    /// Whether neither limit is known to be broken.
    package func keeps(to budget: ExportBudget) -> Bool {
      bytes <= budget.bytes ?? .max && memory <= budget.memory ?? .max
    }
  }

  /// Indices of the Pareto-optimal forms of a part: no other form is as good in bytes, memory and
  /// loss. Of equal forms the first is kept.
  package static func paretoOptimal(_ forms: [Form]) -> [Int] {
    forms.indices.filter { index in
      let own = forms[index]
      return !forms.indices.contains { other in
        let form = forms[other]
        guard other != index, form.bytes <= own.bytes, form.memory <= own.memory, form.loss <= own.loss else {
          return false
        }
        return other < index || form != own
      }
    }
  }

  private mutating func add(_ form: Form) {
    bytes = bytes.saturatingSum(form.bytes)
    memory = memory.saturatingSum(form.memory)
    loss += form.loss
  }
}

// MARK: - What is left

extension KnapsackSolution {
  /// Replacement of a part's form by one with less loss.
  private struct Upgrade {
    var part: Int
    var form: Int
    /// Avoided loss in relation to the share of the limits that it takes.
    var value: Double
  }

  /// Number of rounds: after one round, another form of the same part may become worthwhile.
  private static let rounds = 8

  /// Spends the rest of the limits on forms with less loss, in descending order of avoided loss per cost.
  private mutating func spendRest(of budget: ExportBudget, on parts: [[Form]]) {
    for _ in 0..<Self.rounds {
      var changed = false
      for improvement in improvements(of: parts, budget) where isTaken(improvement, parts, budget) { changed = true }
      guard changed else { return }
    }
  }

  private func improvements(of parts: [[Form]], _ budget: ExportBudget) -> [Upgrade] {
    var found: [Upgrade] = []
    for (index, part) in parts.enumerated() {
      let now = part[choices[index]]
      for (form, other) in part.enumerated() where other.loss < now.loss && fits(other, for: now, budget) {
        let cost = budget.share(ofBytes: other.bytes - now.bytes) + budget.share(ofMemory: other.memory - now.memory)
        let value = cost <= 0 ? Double.infinity : (now.loss - other.loss) / cost
        found.append(Upgrade(part: index, form: form, value: value))
      }
    }
    return found.sorted { ($1.value, $0.part, $0.form) < ($0.value, $1.part, $1.form) }
  }

  private func fits(_ form: Form, for other: Form, _ budget: ExportBudget) -> Bool {
    bytes - other.bytes + form.bytes <= budget.bytes ?? .max
      && memory - other.memory + form.memory <= budget.memory ?? .max
  }

  private mutating func isTaken(_ improvement: Upgrade, _ parts: [[Form]], _ budget: ExportBudget) -> Bool {
    let part = parts[improvement.part]
    let (now, new) = (part[choices[improvement.part]], part[improvement.form])
    guard new.loss < now.loss, fits(new, for: now, budget) else { return false }
    choices[improvement.part] = improvement.form
    bytes += new.bytes - now.bytes
    memory += new.memory - now.memory
    loss += new.loss - now.loss
    return true
  }
}

// MARK: - Prices

/// Prices of a byte of the file and of a byte of memory, in loss: Lagrange multipliers.
private struct LagrangeMultipliers {
  /// Exponents of two between which multipliers are searched, relative to the multiplier at which all loss costs the
  /// whole limit.
  private static let exponents = -40.0...40.0
  /// Number of bisections of a price's range.
  private static let bisections = 32

  private let parts: [[KnapsackSolution.Form]]
  private let budget: ExportBudget
  private let unitOfBytes: Double
  private let unitOfMemory: Double

  private init(_ parts: [[KnapsackSolution.Form]], _ budget: ExportBudget) {
    self.parts = parts
    self.budget = budget
    let loss = parts.reduce(0) { $0 + ($1.lazy.map(\.loss).max() ?? 0) }
    unitOfBytes = max(loss, 1e-9) / Double(max(1, budget.bytes ?? 1))
    unitOfMemory = max(loss, 1e-9) / Double(max(1, budget.memory ?? 1))
  }

  /// The form of each part within the limits; nil if no prices lead there.
  static func search(_ parts: [[KnapsackSolution.Form]], _ budget: ExportBudget) -> [Int]? {
    let prices = LagrangeMultipliers(parts, budget)
    // With the price of memory fixed, a higher price of bytes never takes more bytes; and with the price of bytes that
    // keeps to their limit, a higher price of memory never takes more memory. So each is found by bisection.
    return lowestPrice { memory in
      prices.lowestForBytes(memory: memory)
    } keeps: {
      prices.keepsToMemory($0)
    }
  }

  private func lowestForBytes(memory: Double) -> [Int]? {
    Self.lowestPrice {
      choices(bytes: $0 * unitOfBytes, memory: memory * unitOfMemory)
    } keeps: {
      keepsToBytes($0)
    }
  }

  /// The result at the lowest price that keeps to a limit; nil if none does.
  private static func lowestPrice(_ result: (Double) -> [Int]?, keeps: ([Int]) -> Bool) -> [Int]? {
    if let free = result(0), keeps(free) { return free }
    func at(_ exponent: Double) -> [Int]? { result(Self.power(exponent)).flatMap { keeps($0) ? $0 : nil } }
    var (low, high) = (exponents.lowerBound, exponents.upperBound)
    guard var best = at(high) else { return nil }
    for _ in 0..<bisections {
      let middle = (low + high) / 2
      if let found = at(middle) { (best, high) = (found, middle) } else { low = middle }
    }
    return best
  }

  /// 2 to a power: between whole powers a straight line, which serves as well and is the same on every system.
  private static func power(_ exponent: Double) -> Double {
    let whole = exponent.rounded(.down)
    return Double(sign: .plus, exponent: Int(whole), significand: 1 + exponent - whole)
  }

  /// The form of each part at the given prices; of equal ones that with less loss.
  private func choices(bytes: Double, memory: Double) -> [Int] {
    parts.map { forms in
      var best = 0
      var least = Double.infinity
      for (index, form) in forms.enumerated() {
        let cost = form.loss + bytes * Double(form.bytes) + memory * Double(form.memory)
        if cost < least || cost == least && form.loss < forms[best].loss { (best, least) = (index, cost) }
      }
      return best
    }
  }

  private func keepsToBytes(_ choices: [Int]) -> Bool { keeps(choices, to: budget.bytes, \.bytes) }
  private func keepsToMemory(_ choices: [Int]) -> Bool { keeps(choices, to: budget.memory, \.memory) }

  private func keeps(_ choices: [Int], to limit: Int?, _ amount: KeyPath<KnapsackSolution.Form, Int>) -> Bool {
    guard let limit else { return true }
    var sum = 0
    for (part, choice) in zip(parts, choices) { sum = sum.saturatingSum(part[choice][keyPath: amount]) }
    return sum <= limit
  }
}

extension ExportBudget {
  /// Bytes as a share of their limit, 0 without a limit.
  fileprivate func share(ofBytes count: Int) -> Double { bytes.map { Double(count) / Double(max(1, $0)) } ?? 0 }
  /// Memory as a share of its limit, 0 without a limit.
  fileprivate func share(ofMemory count: Int) -> Double { memory.map { Double(count) / Double(max(1, $0)) } ?? 0 }
}

extension Int {
  /// The sum, at most a quarter of `Int.max`, so that a few of such sums cannot overflow.
  fileprivate func saturatingSum(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max / 4 : Swift.min(sum, .max / 4)
  }
}
