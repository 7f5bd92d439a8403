// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Icons",
  platforms: [.macOS(.v15)],
  dependencies: [
    // No traits: nothing of what few need. A server that draws texts says `traits: ["Fonts"]`.
    .package(name: "kiln", path: "../..", traits: [])
  ],
  targets: [.executableTarget(name: "Icons", dependencies: [.product(name: "Kiln", package: "kiln")])])
