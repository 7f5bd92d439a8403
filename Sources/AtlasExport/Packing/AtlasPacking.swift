internal import Diagnostics

/// Rectangles on one page, or on as few as hold them, with about the same area on each.
struct AtlasPacking {
  private let problem: PackingProblem
  private let effort: Int
  private let threads: Int

  /// - Parameter effort: Factor on the number of attempts.
  init(_ problem: PackingProblem, effort: Int = 1, threads: Int = 1) {
    self.problem = problem
    self.effort = effort
    self.threads = threads
  }

  /// The pages, each with the rectangles on it.
  ///
  /// - Throws: Nothing but what the threads' work throws.
  /// - Precondition: Every rectangle fits on a page by itself.
  func pages(atMost limit: Int = .max) throws(Diagnostic) -> [PackedPage]? {
    if let page = try page(of: Array(problem.extents.indices)) { return [page] }
    guard limit > 1 else { return nil }
    let filled = filledPages()
    guard filled.count <= limit else { return nil }
    if let balanced = try pages(of: balancedParts(count: filled.count)) { return balanced }
    var pages: [PackedPage] = []
    for page in filled {
      // What a full page held is tried again, because a smaller one may do.
      pages.append(try self.page(of: page.members) ?? page)
    }
    return pages
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
    guard var page = try packing.smallest() else { return nil }
    page.members = members
    return page
  }

  /// The rectangles divided into parts of about the same area: each goes to the part with the least.
  private func balancedParts(count: Int) -> [[Int]] {
    var parts = [(area: Int, members: [Int])](repeating: (0, []), count: count)
    for index in PackingMethod.Order.area.indices(of: problem.extents) {
      let least = parts.indices.min { parts[$0].area < parts[$1].area } ?? 0
      parts[least].members.append(index)
      parts[least].area += problem.extents[index].area
    }
    return parts.map { $0.members.sorted() }.filter { !$0.isEmpty }
  }

  /// Full pages, one after the other, by the method that needs the fewest.
  private func filledPages() -> [PackedPage] {
    let orders: [PackingMethod.Order] = [.longSide, .area, .height]
    let methods = orders.map { PackingMethod(algorithm: .maximalRectangles(.shortSide), order: $0) }
    return methods.map(filledPages).min { $0.count < $1.count } ?? []
  }

  private func filledPages(by method: PackingMethod) -> [PackedPage] {
    let side = problem.sizes.largest(upTo: problem.maximumSide) + problem.gap
    var rest = method.order.indices(of: problem.extents)
    var pages: [PackedPage] = []
    while !rest.isEmpty {
      let places = method.places(of: problem, rest, width: side, height: side, mayOmit: true) ?? []
      let members = rest.filter { places[$0] != nil }.sorted()
      guard !members.isEmpty,
        let page = PackedPage(problem.part(members), members: members, places: members.compactMap { places[$0] })
      else { return pages }
      pages.append(page)
      rest.removeAll { places[$0] != nil }
    }
    return pages
  }
}
