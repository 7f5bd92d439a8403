// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "AnimationServer",
  platforms: [.macOS(.v15)],
  dependencies: [
    // All of Kiln's traits; a server that needs no texts or JPEG links fewer libraries (see `library-with-traits`).
    .package(name: "kiln", path: "../.."),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
  ],
  targets: [
    .executableTarget(
      name: "AnimationServer",
      dependencies: [
        .product(name: "Kiln", package: "kiln"), .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "Metrics", package: "swift-metrics"),
      ])
  ]
)
