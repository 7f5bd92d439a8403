// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "GiftShop",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "kiln", path: "../..")],
  targets: [
    .target(name: "GiftShop", resources: [.copy("Gifts")]),
    // Only the tests need Kiln: nothing of it is in the app.
    .testTarget(
      name: "GiftShopTests", dependencies: ["GiftShop", .product(name: "Kiln", package: "kiln")],
      exclude: ["Drafts"]),
  ]
)
