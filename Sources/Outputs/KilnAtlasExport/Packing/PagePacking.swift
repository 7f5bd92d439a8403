internal import KilnDiagnostics
internal import KilnRendering

/// Search for the smallest page that holds all rectangles.
///
/// In each round methods try to fit them into pages that are smaller than the smallest so far, of several widths: in the first
/// one all methods, later those that found a page, the best first. The best of a round counts for the next, so that the
/// result does not depend on the number of threads.
struct PagePacking {
  private let problem: PackingProblem
  private let threads: Int
  private let orders: PackingOrders
  private let methods: [PackingMethod]
  /// Number of attempts that are left.
  private var attempts: Int
  private var best: PackedPage?
  /// Methods that found pages, the best first.
  private var ranking: [PackingMethod] = []

  /// - Parameter effort: Factor on the number of attempts.
  init(_ problem: PackingProblem, effort: Double, threads: Int) {
    self.problem = problem
    self.threads = threads
    orders = PackingOrders(problem.extents)
    let count = problem.extents.count
    methods = PackingMethod.all(for: count)
    let usual = max(methods.count, min(Self.mostAttempts, Self.work / PackingMethod.work(for: count)))
    // Every method is tried, however little time there is.
    attempts = max(methods.count, Int(Double(usual) * effort))
  }

  private static let mostAttempts = 1500
  private static let work = 3_000_000
  /// Rounds without a smaller page after which the search ends.
  private static let patience = 4

  /// The smallest page that was found; nil if none was.
  ///
  /// - Parameter check: Called after each attempt.
  /// - Throws: Errors of `check`.
  mutating func smallest(_ check: AtlasPacking.Check = {}) throws(Diagnostic) -> PackedPage? {
    guard !problem.extents.isEmpty else { return nil }
    let side = problem.maximumSide + problem.gap
    let fits = problem.extents.allSatisfy { max($0.width, $0.height) <= side }
    guard fits, problem.area <= side * side else { return nil }
    var fruitless = 0
    while attempts > 0, fruitless < Self.patience {
      let area = best?.size.area
      let bins = bins(smallerThan: area)
      guard !bins.isEmpty else { break }
      let winners = try round(bins, ranking.isEmpty ? methods : ranking, check)
      if best?.size.area == area { fruitless += 1 } else { fruitless = 0 }
      ranking = (winners + ranking).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
    return best
  }

  /// Tries all methods on all pages, as far as attempts are left. Returns the methods by how well they did, the best first.
  private mutating func round(
    _ bins: [PackingProblem.Extent], _ methods: [PackingMethod], _ check: AtlasPacking.Check
  ) throws(Diagnostic) -> [PackingMethod] {
    // The likeliest pages by the best methods come first, because there may not be time for all. Some is left for
    // improvements.
    let ranked = methods.indices.flatMap { method in bins.indices.map { (method: method, bin: $0) } }
      .sorted { ($0.method + $0.bin, $0.method) < ($1.method + $1.bin, $1.method) }
    let trials = Array(ranked.prefix(max(1, attempts / 2))).map { (method: methods[$0.method], bin: bins[$0.bin]) }
    attempts -= trials.count
    let (problem, orders, all) = (problem, orders, trials)
    var found: [(area: Int, method: PackingMethod)] = []
    try OrderedWork.run(count: all.count, threads: threads, waiting: 32, worker: ()) { _, index throws(Diagnostic) in
      Self.page(problem, orders, all[index].method, in: all[index].bin)
    } consume: { index, page throws(Diagnostic) in
      try check()
      guard let page else { return }
      found.append((page.size.area, all[index].method))
      if Self.isBetter(page, than: best) { best = page }
    }
    found.sort { $0.area < $1.area }
    return found.map(\.method)
  }

  private static func page(
    _ problem: PackingProblem, _ orders: PackingOrders, _ method: PackingMethod, in bin: PackingProblem.Extent
  ) -> PackedPage? {
    guard
      let places = method.places(of: problem, orders[method], width: bin.width, height: bin.height)?.compactMap(\.self)
    else { return nil }
    return PackedPage(problem, members: Array(places.indices), places: places)
  }

  /// Whether a page has less area or, at equal area, is nearer to a square: graphics hardware limits the longest side.
  private static func isBetter(_ page: PackedPage, than other: PackedPage?) -> Bool {
    guard let other else { return true }
    return (page.size.area, page.size.width + page.size.height) < (
      other.size.area, other.size.width + other.size.height
    )
  }

  // MARK: - Sizes to try

  /// Sizes of pages to fill, gaps included, with less area than the best so far.
  private func bins(smallerThan area: Int?) -> [PackingProblem.Extent] {
    let (gap, side) = (problem.gap, problem.maximumSide)
    var bins: [PackingProblem.Extent] = []
    for width in widths {
      var height = min(side, area.map { ($0 - 1) / width } ?? side)
      height = problem.sizes.largest(upTo: height)
      if problem.sizes.isSquare {
        guard area.map({ width * width < $0 }) ?? true else { continue }
        height = width
      }
      let bin = PackingProblem.Extent(width: width + gap, height: height + gap)
      guard height > 0, bin.area >= problem.area, !bins.contains(bin) else { continue }
      bins.append(bin)
    }
    // A page of steps is found by its size; the largest that would be smaller are most likely to hold all.
    return problem.sizes.step == .powerOfTwo ? bins.sorted { $0.area > $1.area } : bins
  }

  /// Widths to try, the likeliest first.
  private var widths: [Int] {
    let side = problem.maximumSide
    let square = Double(problem.area).squareRoot()
    let narrowest =
      problem.extents.reduce(1) {
        max($0, problem.allowsTurning ? min($1.width, $1.height) : $1.width)
      } - problem.gap
    if problem.sizes.step == .powerOfTwo {
      return (0..<20).map { 1 << $0 }.filter { $0 >= narrowest && $0 <= side }
    }
    var widths: [Int] = []
    func add(_ width: Int) {
      let legal = problem.sizes.smallest(around: PackingProblem.Extent(width: max(width, narrowest), height: 1)).width
      if legal <= side, !widths.contains(legal) { widths.append(legal) }
    }
    if problem.sizes.isSquare {
      let least = best.map { $0.size.width - 1 } ?? side
      let start = Int(square.rounded(.down))
      for part in [0.0, 1, 2, 3, 4, 6, 8, 12, 16] {
        add(start + Int((Double(max(0, least - start)) * part / 16).rounded()))
      }
      return widths
    }
    // Rows of rectangles of the same width, as frames have that fill their canvas.
    let common = problem.extents.map(\.width).sorted()[problem.extents.count / 2]
    let columns = max(1, Int((square / Double(common)).rounded()))
    for count in [columns, columns + 1, columns - 1, columns + 2] where count > 0 { add(count * common - problem.gap) }
    if let width = best?.size.width { for part in -3...3 { add(width + width * part / 40) } }
    for percent in [100, 104, 92, 110, 84, 120, 76, 132, 66, 150, 180, 220, 300] { add(Int(square) * percent / 100) }
    add(side)
    return widths
  }
}

extension PackedPage {
  /// The smallest page around places; nil if that would be too large.
  init?(_ problem: PackingProblem, members: [Int], places: [PackingProblem.Placement]) {
    var (right, bottom) = (0, 0)
    for (extent, place) in zip(problem.extents, places) {
      let size = place.isTurned ? extent.turned : extent
      right = max(right, place.x + size.width)
      bottom = max(bottom, place.y + size.height)
    }
    guard let size = problem.page(right: right, bottom: bottom) else { return nil }
    self.init(size: size, members: members, places: places)
  }
}
