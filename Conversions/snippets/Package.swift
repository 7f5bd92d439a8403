// swift-tools-version: 6.2
import PackageDescription

// The code of the documentation. A package of its own, so that it is compiled as the code of those who use Kiln is: by its
// products, without what modules of Kiln share.

let swift: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "kiln-snippets",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "kiln", path: "../..")],
  targets: [
    .executableTarget(
      name: "Snippets",
      dependencies: [
        .product(name: "Kiln", package: "kiln"), .product(name: "KilnTimeline", package: "kiln"),
        .product(name: "KilnFormats", package: "kiln"), .product(name: "KilnValidation", package: "kiln"),
      ],
      swiftSettings: swift),
    .testTarget(
      name: "SnippetTests", dependencies: [.product(name: "Kiln", package: "kiln")], swiftSettings: swift),
  ],
  swiftLanguageModes: [.v6]
)
