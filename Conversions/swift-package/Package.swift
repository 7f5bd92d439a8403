// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Gifts",
  dependencies: [.package(path: "../kiln-plugins")],
  targets: [
    .executableTarget(
      name: "Gifts",
      plugins: [.plugin(name: "KilnAnimations", package: "kiln-plugins")])
  ])
