// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that whoever uses Kiln neither resolves nor builds what only benchmarks need.

let swift: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "kiln-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "kiln", path: "../..")],
  targets: [
    .executableTarget(
      name: "CancellationBenchmark", dependencies: [.product(name: "Kiln", package: "kiln")], swiftSettings: swift),
    .executableTarget(
      name: "ImportBenchmark",
      dependencies: [
        .product(name: "KilnFormats", package: "kiln"), .product(name: "KilnTimeline", package: "kiln"),
      ],
      swiftSettings: swift),
    .executableTarget(
      name: "RasterBenchmark", dependencies: [.product(name: "KilnTimeline", package: "kiln")], swiftSettings: swift),
  ],
  swiftLanguageModes: [.v6]
)
