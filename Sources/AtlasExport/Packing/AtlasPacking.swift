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
    var filled: [PackedPage] = []
    for page in filledPages() {
      // What a full page holds is tried again, because a smaller one may do.
      filled.append(try self.page(of: page.members) ?? page)
    }
    guard filled.count <= limit else { return nil }
    var best = filled
    for parts in divisions(count: filled.count) {
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
    guard var page = try packing.smallest() else { return nil }
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

  /// Full pages, one after the other: by the method that leaves the least area, or each by the one that fills it most.
  private func filledPages() -> [PackedPage] {
    let ways =
      PackingMethod.all.map { filledPages(by: [$0]) } + [
        filledPages(by: fillers), filledPages(by: PackingMethod.all, parts: [100, 96, 92, 88, 84, 80, 76]),
      ]
    return ways.filter { !$0.isEmpty }.min { $0.area < $1.area } ?? []
  }

  /// Methods that fill a page, with shuffled orders.
  private var fillers: [PackingMethod] {
    let shuffles = max(1, min(24, 40_000 * effort / max(1, problem.extents.count * problem.extents.count)))
    return (0..<shuffles).flatMap { shuffle in
      PackingMethod.all.map { PackingMethod(algorithm: $0.algorithm, order: $0.order, shuffle: shuffle) }
    }
  }

  /// - Parameter parts: Of the longest side, to try as width and height; the page that is used best is kept.
  private func filledPages(by methods: [PackingMethod], parts: [Int] = [100]) -> [PackedPage] {
    let side = problem.maximumSide
    let bins = parts.flatMap { width in
      parts.map { height in
        PackingProblem.Extent(
          width: problem.sizes.largest(upTo: side * width / 100) + problem.gap,
          height: problem.sizes.largest(upTo: side * height / 100) + problem.gap)
      }
    }
    var rest = Array(problem.extents.indices)
    var pages: [PackedPage] = []
    while !rest.isEmpty {
      let part = problem.part(rest)
      var best: (use: Double, page: PackedPage)?
      for method in methods {
        let order = method.shuffled(method.order.indices(of: part.extents))
        for bin in bins {
          let places = method.places(of: part, order, width: bin.width, height: bin.height, mayOmit: true) ?? []
          let members = places.indices.filter { places[$0] != nil }
          guard
            let page = PackedPage(
              part.part(members), members: members.map { rest[$0] }, places: places.compactMap(\.self))
          else { continue }
          let area = Double(members.reduce(0) { $0 + part.extents[$1].area })
          // Full pages are compared by what is on them; others by how much of them is used.
          let use = bins.count == 1 || members.count == rest.count ? area : area * area / Double(page.size.area)
          if !members.isEmpty, use > best?.use ?? 0 { best = (use, page) }
        }
      }
      guard let page = best?.page else { return [] }
      pages.append(page)
      let used = Set(page.members)
      rest.removeAll(where: used.contains)
    }
    return pages
  }
}

extension [PackedPage] {
  /// Area of all pages.
  fileprivate var area: Int { reduce(0) { $0 + $1.size.area } }
}
