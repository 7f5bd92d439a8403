import KilnDiagnostics
import KilnSVGAExport
import KilnSVGAFormat
import KilnSVGALowering
import KilnTestSupport
import KilnTimeline
import Testing

/// Whatever the timeline, what lowering makes of it is written, and keeps to the players' rules.
@Suite struct LoweringConformsTests {
  private static let seeds = UInt64(1)...60

  @Test(arguments: SVGAProfile.allCases)
  func everyLoweredTimelineIsWritten(profile: SVGAProfile) throws {
    var written = 0
    for seed in Self.seeds {
      let timeline = try RandomTimeline.timeline(seed: seed)
      var loweringOptions = SVGALowerer.Options()
      loweringOptions.capabilities = profile.capabilities
      var log = DiagnosticLog()
      let lowered = try SVGALowerer(timeline, options: loweringOptions).lowered(log: &log)
      let refusal = thrown { () throws(Diagnostic) in
        try SVGAConformance(lowered, profile.capabilities).check()
      }
      #expect(refusal == nil, "seed \(seed): \(refusal?.message ?? "")")
      // Throws if the movie breaks a rule.
      var options = SVGAExporter.Options()
      options.profile = profile
      options.tolerance = seed.isMultiple(of: 2) ? 0.05 : 0.5
      written += try SVGAEncoder(options).movie(for: lowered, log: &log).sprites.count
    }
    #expect(written > Self.seeds.count)
  }

  /// Otherwise the test above would show nothing.
  @Test func theTimelinesHaveEveryFeature() throws {
    var features: SVGAUnsupportedFeatures = []
    for seed in Self.seeds {
      let timeline = try RandomTimeline.timeline(seed: seed)
      let conformance = SVGAConformance(timeline, SVGAProfile.portable.capabilities)
      for sprite in timeline.sprites { features.formUnion(conformance.unsupportedFeatures(of: sprite)) }
    }
    let expected: SVGAUnsupportedFeatures = [
      .group, .matte, .blendMode, .filter, .imageEncoding, .vectorClip, .gradient, .evenOddFill, .dashes, .unevenStroke,
      .translucentOverlap,
    ]
    #expect(features == expected, "\(features.symmetricDifference(expected).descriptions)")
  }
}
