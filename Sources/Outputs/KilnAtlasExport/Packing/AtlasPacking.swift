package import KilnDiagnostics

/// Rectangles on one page, or on as few as hold them, with about the same area on each.
package struct AtlasPacking {
  /// Called after each attempt; throws when the work is cancelled.
  package typealias Check = () throws(Diagnostic) -> Void

  private let problem: PackingProblem
  private let effort: Double
  private let threads: Int
  private let check: Check

  /// - Parameter effort: Factor on the number of attempts.
  package init(_ problem: PackingProblem, effort: Double = 1, threads: Int = 1, check: @escaping Check = {}) {
    self.problem = problem
    self.effort = effort
    self.threads = threads
    self.check = check
  }

  /// The pages, each with the rectangles on it.
  ///
  /// - Throws: Errors of `check`.
  /// - Precondition: Every rectangle fits on a page by itself.
  package func pages(atMost limit: Int = .max) throws(Diagnostic) -> [PackedPage]? {
    if let page = try page(of: Array(problem.extents.indices)) { return [page] }
    guard limit > 1 else { return nil }
    var filled: [PackedPage] = []
    for page in try PageFiller(problem, effort: effort).pages(threads: threads, check) {
      // The content of a full page is packed again, because a smaller page may do.
      filled.append(try self.page(of: page.members) ?? page)
    }
    guard filled.count <= limit else { return nil }
    var best = filled
    for parts in divisions(count: filled.count) {
      try check()
      guard let pages = try pages(of: parts) else { continue }
      // Pages of about the same size load evenly; that is worth a little area. Another page has to save some.
      let worth = pages.count > filled.count ? 0.99 : best == filled ? 1.005 : 1
      if Double(pages.area) < worth * Double(best.area) { best = pages }
    }
    return best
  }

  /// Ways to divide the rectangles into parts of about the same area: of all sizes each, or of similar sizes, which fill
  /// pages best.
  private func divisions(count: Int) -> [[[Int]]] {
    let orders: [PackingMethod.Order] = [.height, .width, .area]
    return [mixedParts(count: count)]
      + [count, count + 1].flatMap { count in orders.map { similarParts(count: count, $0) } }
  }

  /// A page for each part; nil if one has no room for its part.
  private func pages(of parts: [[Int]]) throws(Diagnostic) -> [PackedPage]? {
    var pages: [PackedPage] = []
    for part in parts {
      guard let page = try page(of: part) else { return nil }
      pages.append(page)
    }
    return pages
  }

  private func page(of members: [Int]) throws(Diagnostic) -> PackedPage? {
    var packing = PagePacking(problem.part(members), effort: effort, threads: threads)
    guard var page = try packing.smallest(check) else { return nil }
    page.members = members
    return page
  }

  /// The rectangles divided into parts of about the same area: each goes to the part with the least.
  private func mixedParts(count: Int) -> [[Int]] {
    var parts = [(area: Int, members: [Int])](repeating: (0, []), count: count)
    for index in PackingMethod.Order.area.indices(of: problem.extents) {
      let least = parts.indices.min { parts[$0].area < parts[$1].area } ?? 0
      parts[least].members.append(index)
      parts[least].area += problem.extents[index].area
    }
    return parts.map { $0.members.sorted() }.filter { !$0.isEmpty }
  }

  /// The rectangles in an order, cut into parts of about the same area.
  private func similarParts(count: Int, _ order: PackingMethod.Order) -> [[Int]] {
    let share = Double(problem.area) / Double(count)
    var parts = [[Int]](repeating: [], count: count)
    var area = 0
    for index in order.indices(of: problem.extents) {
      let middle = Double(area) + Double(problem.extents[index].area) / 2
      parts[min(count - 1, Int(middle / share))].append(index)
      area += problem.extents[index].area
    }
    return parts.map { $0.sorted() }.filter { !$0.isEmpty }
  }
}

extension [PackedPage] {
  /// Area of all pages.
  package var area: Int { reduce(0) { $0 + $1.size.area } }
}
