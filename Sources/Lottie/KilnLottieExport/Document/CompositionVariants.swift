internal import KilnLottieImport

/// The different results that expressions have in the uses of compositions.
///
/// Uses of a composition are one variant if all properties agree, also those of the compositions inside.
struct CompositionVariants {
  /// What expressions give in the uses of one variant.
  struct Variant {
    /// Samples by the node of the property.
    var properties: [Int: PropertySamples] = [:]
    /// Variants of the compositions that the layers show, by the layers' nodes; indices among those of their composition.
    var inner: [Int: Int] = [:]
  }

  /// Variants of each composition in the order of their first uses, which keep the composition's ID; others are copies.
  private(set) var variants: [String?: [Variant]] = [:]

  /// - Parameters:
  ///   - tolerance: How far values may be apart to be the same.
  ///   - isBetween: Whether a sample of the document is between two frames.
  init(_ uses: [SampledUse], tolerance: (SampledProperty) -> Double, isBetween: (_ sample: Int) -> Bool) {
    var numbers = Array(repeating: 0, count: uses.count)
    var inner: [[Int: Int]] = Array(repeating: [:], count: uses.count)
    var tolerances: [Int: Double] = [:]
    // Inner uses follow outer ones, so that they are compared first when the order is reversed.
    for index in uses.indices.reversed() {
      let use = uses[index]
      var own = Variant(inner: inner[index])
      for property in use.properties {
        own.properties[property.node] = PropertySamples(property, isBetween: isBetween)
        tolerances[property.node] = tolerances[property.node] ?? tolerance(property)
      }
      numbers[index] = Self.add(own, to: &variants[use.asset, default: []], tolerances)
      if let outer = use.outer, let layer = use.layer { inner[outer][layer] = numbers[index] }
    }
    putFirstUsesFirst(uses, numbers)
  }

  /// Number of the variant that has the same values.
  private static func add(_ new: Variant, to variants: inout [Variant], _ tolerances: [Int: Double]) -> Int {
    for (number, known) in variants.enumerated() {
      guard let merged = merged(known, new, tolerances) else { continue }
      variants[number] = merged
      return number
    }
    variants.append(new)
    return variants.count - 1
  }

  private static func merged(_ a: Variant, _ b: Variant, _ tolerances: [Int: Double]) -> Variant? {
    guard b.inner.allSatisfy({ layer, number in a.inner[layer].map { $0 == number } ?? true }) else { return nil }
    var result = a
    result.inner.merge(b.inner) { first, _ in first }
    for (node, samples) in b.properties {
      guard let known = a.properties[node] else {
        result.properties[node] = samples
        continue
      }
      guard let merged = known.merged(with: samples, tolerance: tolerances[node] ?? 0) else { return nil }
      result.properties[node] = merged
    }
    return result
  }

  /// Orders the variants of each composition by their first uses.
  private mutating func putFirstUsesFirst(_ uses: [SampledUse], _ numbers: [Int]) {
    var order: [String?: [Int: Int]] = [:]
    for (use, number) in zip(uses, numbers) {
      let rank = order[use.asset]?.count ?? 0
      if order[use.asset]?[number] == nil { order[use.asset, default: [:]][number] = rank }
    }
    var assets: [Int: String] = [:]
    for use in uses { if let layer = use.layer, let asset = use.asset { assets[layer] = asset } }
    for (asset, list) in variants {
      var sorted = list
      for (number, variant) in list.enumerated() {
        var variant = variant
        variant.inner = Dictionary(
          uniqueKeysWithValues: variant.inner.map { layer, inner in
            (layer, assets[layer].flatMap { order[$0]?[inner] } ?? inner)
          })
        sorted[order[asset]?[number] ?? number] = variant
      }
      variants[asset] = sorted
    }
  }
}
