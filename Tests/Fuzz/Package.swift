// swift-tools-version: 6.2
import PackageDescription

// A package of its own: the whole of Kiln is compiled with sanitizers for it, and only what products promise is visible.

let swift: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "kiln-fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "kiln", path: "../..")],
  targets: [
    .systemLibrary(name: "CLibFuzzer", path: "Sources/CLibFuzzer"),
    .systemLibrary(name: "CFuzzZlib", path: "Sources/CFuzzZlib", pkgConfig: "zlib"),
    .executableTarget(
      name: "KilnFuzz",
      dependencies: [
        "CLibFuzzer", "CFuzzZlib", .product(name: "Kiln", package: "kiln"),
        .product(name: "KilnFormats", package: "kiln"),
        .product(name: "KilnTimeline", package: "kiln"), .product(name: "KilnValidation", package: "kiln"),
      ],
      path: "Sources/KilnFuzz", swiftSettings: swift,
      // The default linker fails on the sanitizers' symbols.
      linkerSettings: [.unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux]))]),
  ],
  swiftLanguageModes: [.v6]
)
