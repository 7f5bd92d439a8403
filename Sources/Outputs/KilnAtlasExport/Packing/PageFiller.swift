internal import KilnDiagnostics
internal import KilnRendering

/// Fills one page after the other, each with as many of the remaining rectangles as possible.
struct PageFiller: Sendable {
  private let problem: PackingProblem
  private let effort: Double

  /// - Parameter effort: Factor on the number of attempts.
  init(_ problem: PackingProblem, effort: Double) {
    self.problem = problem
    self.effort = effort
  }

  /// The pages by the method that leaves the least area, or each by the one that fills it most.
  ///
  /// - Parameter check: Called after each attempt.
  /// - Throws: Errors of `check`.
  func pages(threads: Int, _ check: AtlasPacking.Check) throws(Diagnostic) -> [PackedPage] {
    let methods = PackingMethod.all(for: problem.extents.count)
    var best: [PackedPage] = []
    func consider(_ pages: [PackedPage]) {
      if !pages.isEmpty, best.isEmpty || pages.area < best.area { best = pages }
    }
    try OrderedWork.run(count: methods.count, threads: threads, worker: ()) { _, index throws(Diagnostic) in
      try pages(by: [methods[index]], sides: [100], threads: 1) { () throws(Diagnostic) in }
    } consume: { _, pages throws(Diagnostic) in
      try check()
      consider(pages)
    }
    consider(try pages(by: methods, sides: [100], threads: threads, check))
    consider(try pages(by: methods, sides: [100, 96, 92, 88, 84, 80, 76], threads: threads, check))
    return best
  }

  /// Number of attempts to fill a page of some size, times the work of one.
  private static let sizeWork = 64_000_000.0

  /// - Parameter sides: Percent of the longest side, to try as width and height; the page that is used best is kept.
  private func pages(
    by methods: [PackingMethod], sides: [Int], threads: Int, _ check: AtlasPacking.Check
  ) throws(Diagnostic) -> [PackedPage] {
    let bins = sides.flatMap { width in sides.map { bin(width: width, height: $0) } }
    var rest = Array(problem.extents.indices)
    var pages: [PackedPage] = []
    while !rest.isEmpty {
      let filling = PageFilling(problem.part(rest), methods)
      // As many bins as time allows, the largest first.
      let allowed = Int(Self.sizeWork * effort) / (PackingMethod.work(for: rest.count) * methods.count)
      let tried = Array(bins.prefix(max(1, allowed)))
      var best: (use: Double, page: PackedPage)?
      try OrderedWork.run(
        count: methods.count * tried.count, threads: threads, waiting: 32, worker: ()
      ) { _, index throws(Diagnostic) in
        filling.page(by: index / tried.count, tried[index % tried.count], comparesUse: tried.count > 1)
      } consume: { _, found throws(Diagnostic) in
        try check()
        if let found, found.use > best?.use ?? 0 { best = found }
      }
      guard var page = best?.page else { return [] }
      page.members = page.members.map { rest[$0] }
      pages.append(page)
      let used = Set(page.members)
      rest.removeAll(where: used.contains)
    }
    return pages
  }

  private func bin(width: Int, height: Int) -> PackingProblem.Extent {
    let side = problem.maximumSide
    return PackingProblem.Extent(
      width: problem.sizes.largest(upTo: side * width / 100) + problem.gap,
      height: problem.sizes.largest(upTo: side * height / 100) + problem.gap)
  }
}

/// One page with as many of the rectangles as possible.
private struct PageFilling: Sendable {
  private let problem: PackingProblem
  private let methods: [PackingMethod]
  private let orders: PackingOrders

  init(_ problem: PackingProblem, _ methods: [PackingMethod]) {
    self.problem = problem
    self.methods = methods
    orders = PackingOrders(problem.extents)
  }

  /// A page filled by a method, and how good it is; nil if nothing fits.
  ///
  /// - Parameter comparesUse: Whether pages of other sizes are compared by how much of them is used, too.
  func page(
    by method: Int, _ bin: PackingProblem.Extent, comparesUse: Bool
  ) -> (use: Double, page: PackedPage)? {
    let order = orders[methods[method]]
    let places = methods[method].places(of: problem, order, width: bin.width, height: bin.height, mayOmit: true) ?? []
    let members = places.indices.filter { places[$0] != nil }
    guard !members.isEmpty,
      let page = PackedPage(problem.part(members), members: members, places: places.compactMap(\.self))
    else { return nil }
    let area = Double(members.reduce(0) { $0 + problem.extents[$1].area })
    // Full pages are compared by what is on them; others by how much of them is used.
    let isFull = !comparesUse || members.count == problem.extents.count
    return (isFull ? area : area * area / Double(page.size.area), page)
  }
}
