// swift-tools-version: 6.2
import PackageDescription

// The targets stand in layers, lowest first: a target imports only what stands above it in this file.
// `scripts/check-imports` holds the sources to the same table.

let swift: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// Links Swift's runtime into a program: finding and loading its libraries takes a seventh of the time of a small
/// conversion. Unsafe flags, because SwiftPM has no setting for that.
///
/// The libraries are named because modules compiled for a shared runtime do not ask for them. LLD, because the default
/// linker prints a warning about a function that Foundation calls.
let staticRuntime =
  ["-static-stdlib", "-use-ld=lld"]
  + ["FoundationEssentials", "_FoundationCShims", "_FoundationCollections", "dispatch", "BlocksRuntime"].map {
    "-l\($0)"
  }

/// A library module of ours, in `Sources/<name>`.
func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [], embedded: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: exclude, resources: embedded.map { .embedInCode($0) },
    swiftSettings: swift)
}

/// The tests of one module, in `Tests/<name>Tests`.
func tests(_ name: String, _ dependencies: [Target.Dependency] = [], fixtures: Bool = false) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: [.target(name: name), "TestSupport"] + dependencies,
    exclude: fixtures ? ["Fixtures"] : [],
    swiftSettings: swift)
}

let package = Package(
  name: "kiln",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "kiln", targets: ["KilnProgram"]),
    .executable(name: "kiln-preview-server", targets: ["kiln-preview-server"]),
    .library(name: "Kiln", targets: ["Kiln"]),
    .library(name: "Batch", targets: ["Batch"]),
    .library(name: "Project", targets: ["Project"]),
    .library(name: "Validation", targets: ["Validation"]),
    .library(name: "Diagnostics", targets: ["Diagnostics"]),
    .library(name: "Digests", targets: ["Digests"]),
    .library(name: "TimelineModel", targets: ["TimelineModel"]),
    .library(name: "TimelineJSON", targets: ["TimelineJSON"]),
    .library(name: "PageExport", targets: ["PageExport"]),
    .library(name: "LottieFormat", targets: ["LottieFormat", "JSONTree"]),
    .library(name: "LottieImport", targets: ["LottieImport"]),
    .library(name: "SVGAImport", targets: ["SVGAImport"]),
    .library(name: "PictureImport", targets: ["PictureImport"]),
    .library(name: "Comparison", targets: ["Comparison"]),
    .library(name: "Rasterizer", targets: ["Rasterizer", "Geometry", "Pixels"]),
    .library(name: "TimelineRendering", targets: ["TimelineRendering"]),
    .library(name: "ImageCodecs", targets: ["ImageCodecs", "Compression"]),
    .library(name: "SVGAFormat", targets: ["SVGAFormat"]),
    .library(name: "SVGAExport", targets: ["SVGAExport"]),
    .library(name: "WebPExport", targets: ["WebPExport"]),
    .library(name: "AtlasExport", targets: ["AtlasExport"]),
    .library(name: "PictureExport", targets: ["PictureExport"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    // Without its traits, which need all of Foundation: loading that takes longer than converting an icon.
    // In a program of its own: it needs all of Foundation, too.
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.0"),
    .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0", traits: []),
  ],
  targets: [
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
    .systemLibrary(
      name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"]), .brew(["nettle"])]),
    .systemLibrary(
      name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .systemLibrary(
      name: "CWebP", pkgConfig: "libwebpmux", providers: [.apt(["libwebp-dev"]), .brew(["webp"])]),
    .systemLibrary(
      name: "CJPEG", pkgConfig: "libjpeg",
      providers: [.apt(["libjpeg62-turbo-dev"]), .brew(["jpeg-turbo"])]),
    .systemLibrary(
      name: "CLCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"]), .brew(["little-cms2"])]),
    .systemLibrary(
      name: "CFreeType", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"]), .brew(["freetype"])]),
    .systemLibrary(
      name: "CFontconfig", pkgConfig: "fontconfig",
      providers: [.apt(["libfontconfig-dev"]), .brew(["fontconfig"])]),
    .systemLibrary(
      name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),

    module("Geometry"),
    module("Pixels"),
    module("Diagnostics"),
    module("Digests", ["CNettle"]),
    // What is needed seldom is loaded then, and not linked.
    module("DynamicLibraries"),
    module("Fonts", ["CFreeType", "CFontconfig", "DynamicLibraries", "Geometry"]),
    module("Expressions", ["DynamicLibraries"]),
    module("JSONTree", ["Geometry", "Diagnostics"]),
    module("Compression", ["CZlib", "CDeflate", "Diagnostics"]),
    module(
      "ImageCodecs", ["CPNG", "CWebP", "CJPEG", "CLCMS", "DynamicLibraries", "Compression", "Pixels", "Diagnostics"]),
    module("Rasterizer", ["Geometry", "Pixels"]),
    module("TimelineModel", ["Geometry", "Pixels", "Diagnostics"]),
    module("LottieFormat", ["JSONTree", "Compression", "Geometry", "Pixels", "Diagnostics"]),
    module(
      "SVGAFormat",
      [
        "Compression", "JSONTree", "Geometry", "Pixels", "Diagnostics",
        .product(name: "SwiftProtobuf", package: "swift-protobuf"),
      ],
      exclude: ["Protobuf/svga.proto"]),
    module(
      "TimelineRendering",
      ["TimelineModel", "Rasterizer", "ImageCodecs", "Geometry", "Pixels", "Diagnostics"]),
    module(
      "LottieImport",
      ["Expressions", "LottieFormat", "JSONTree", "TimelineModel", "ImageCodecs", "Geometry", "Pixels", "Diagnostics"]),
    module("SVGAImport", ["SVGAFormat", "TimelineModel", "ImageCodecs", "Geometry", "Pixels", "Diagnostics"]),
    module("PictureImport", ["ImageCodecs", "JSONTree", "TimelineModel", "Geometry", "Pixels", "Diagnostics"]),
    module(
      "Comparison",
      ["PictureImport", "TimelineRendering", "ImageCodecs", "TimelineModel", "Geometry", "Pixels", "Diagnostics"]),
    module(
      "SVGALowering",
      [
        "SVGAFormat", "TimelineModel", "TimelineRendering", "Rasterizer", "ImageCodecs", "Geometry", "Pixels",
        "Diagnostics",
      ]),
    module(
      "SVGAExport",
      [
        "SVGALowering", "SVGAFormat", "TimelineRendering", "TimelineModel", "ImageCodecs", "Compression",
        "Geometry", "Pixels", "Diagnostics",
      ]),
    module("TimelineJSON", ["JSONTree", "TimelineModel", "ImageCodecs", "Geometry", "Pixels", "Diagnostics"]),
    module(
      "PageExport", ["TimelineJSON", "TimelineModel", "Diagnostics"],
      embedded: ["page.css", "page.html", "page.js", "player.js"]),
    module(
      "WebPExport", ["TimelineRendering", "ImageCodecs", "TimelineModel", "Geometry", "Pixels", "Diagnostics"]),
    module(
      "AtlasExport",
      [
        "TimelineJSON", "TimelineRendering", "ImageCodecs", "Compression", "TimelineModel", "Geometry", "Pixels",
        "Diagnostics",
      ]),
    module(
      "PictureExport",
      ["TimelineRendering", "ImageCodecs", "Compression", "TimelineModel", "Geometry", "Pixels", "Diagnostics"]),
    module(
      "Validation",
      [
        "Comparison", "PictureImport", "TimelineJSON", "LottieFormat", "LottieImport", "SVGAFormat", "SVGAImport",
        "TimelineRendering",
        "TimelineModel", "Rasterizer",
        "ImageCodecs", "Compression", "JSONTree", "Geometry", "Pixels", "Diagnostics",
      ],
      exclude: ["Support/support.md"]),
    module(
      "Kiln",
      [
        "Validation", "Comparison", "PictureImport", "LottieFormat", "LottieImport", "SVGAFormat", "SVGAImport",
        "SVGAExport", "WebPExport", "AtlasExport", "PictureExport", "TimelineJSON", "PageExport", "TimelineRendering",
        "TimelineModel", "ImageCodecs", "Compression", "JSONTree", "Fonts", "Digests", "Geometry", "Pixels",
        "Diagnostics",
      ]),
    module("Batch", ["Kiln", "Validation", "Digests", "Diagnostics"]),
    module("Project", ["CYAML", "Batch", "Kiln", "Validation", "Diagnostics"]),
    module(
      "KilnCommand",
      [
        "Project", "Batch", "Kiln", "Validation", "Comparison", "PictureImport", "Digests", "LottieImport",
        "SVGAFormat", "SVGALowering", "SVGAExport",
        "WebPExport",
        "AtlasExport",
        "PictureExport", "TimelineJSON", "PageExport",
        "Compression",
        "ImageCodecs",
        "TimelineModel",
        "TimelineRendering", "Geometry", "Pixels", "Diagnostics",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // Apart from the command, with which tests are linked: their bundle has to load the runtime as libraries.
    .executableTarget(
      name: "KilnProgram", dependencies: ["KilnCommand"], swiftSettings: swift,
      linkerSettings: [.unsafeFlags(staticRuntime, .when(platforms: [.linux], configuration: .release))]),

    // Serves the page of `kiln preview`.
    .executableTarget(
      name: "kiln-preview-server",
      dependencies: [
        .product(name: "FlyingFox", package: "FlyingFox"), .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      path: "Sources/KilnPreviewServer", swiftSettings: swift),

    .target(
      name: "TestSupport",
      dependencies: [
        "Compression", "Diagnostics", "Pixels", "Geometry", "ImageCodecs", "TimelineModel", "TimelineRendering",
      ],
      path: "Tests/TestSupport", swiftSettings: swift),
    .target(name: "CAllocations", path: "Tests/CAllocations"),
    tests("Geometry"),
    tests("Diagnostics"),
    tests("Digests"),
    tests("Pixels"),
    tests("Fonts", ["Geometry"], fixtures: true),
    tests("Expressions"),
    tests("JSONTree", ["Diagnostics"]),
    tests("Compression", ["Diagnostics"]),
    tests("ImageCodecs", ["CLCMS", "Compression", "Pixels", "Diagnostics"]),
    tests("Rasterizer", ["Geometry", "Pixels"]),
    tests("TimelineModel", ["Geometry", "Pixels", "Diagnostics"]),
    tests("LottieFormat", ["JSONTree", "Compression", "Geometry", "Diagnostics"]),
    tests(
      "LottieImport", ["Expressions", "LottieFormat", "Compression", "TimelineModel", "Geometry", "Diagnostics"],
      fixtures: true),
    tests("SVGAImport", ["SVGAFormat", "Compression", "TimelineModel", "Diagnostics"]),
    tests("PictureImport", ["ImageCodecs", "TimelineModel", "Geometry", "Pixels", "Diagnostics"]),
    tests("Comparison", ["PictureImport", "ImageCodecs", "TimelineModel", "Geometry", "Pixels", "Diagnostics"]),
    tests("TimelineRendering", ["TimelineModel", "Geometry", "Pixels", "Diagnostics", "CAllocations"]),
    tests(
      "SVGALowering",
      ["SVGAFormat", "ImageCodecs", "TimelineModel", "TimelineRendering", "Geometry", "Pixels", "Diagnostics"]),
    tests(
      "SVGAExport",
      [
        "SVGALowering", "SVGAFormat", "SVGAImport", "ImageCodecs", "Compression", "TimelineModel", "Geometry", "Pixels",
        "Diagnostics",
      ]),
    tests("PageExport", ["TimelineJSON", "TimelineModel", "Diagnostics"]),
    tests("TimelineJSON", ["Kiln", "TimelineModel", "Geometry", "Pixels", "Diagnostics"]),
    tests("WebPExport", ["TimelineRendering", "ImageCodecs", "TimelineModel", "Geometry", "Pixels", "Diagnostics"]),
    tests(
      "AtlasExport",
      [
        "TimelineJSON", "TimelineRendering", "ImageCodecs", "Compression", "TimelineModel", "Geometry", "Pixels",
        "Diagnostics",
      ]),
    tests(
      "PictureExport",
      ["TimelineRendering", "ImageCodecs", "Compression", "TimelineModel", "Geometry", "Pixels", "Diagnostics"]),
    tests(
      "Validation",
      [
        "Kiln", "LottieFormat", "LottieImport", "SVGAFormat", "Compression", "ImageCodecs", "JSONTree", "TimelineModel",
        "Pixels",
        "Diagnostics",
      ],
      fixtures: true),
    tests("Batch", ["Kiln", "Validation", "Digests", "Diagnostics"]),
    tests("Project", ["Batch", "Kiln", "Validation", "Diagnostics"]),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "KilnCommand", "kiln-preview-server", "Project", "Kiln", "LottieImport", "TestSupport", "SVGAExport",
        "SVGAFormat",
        "TimelineModel", "ImageCodecs",
        "Compression",
        "Geometry",
        "Pixels",
        "Diagnostics",
      ],
      exclude: ["Fixtures"], swiftSettings: swift),
    .testTarget(
      name: "PictureTests",
      dependencies: [
        "Kiln", "LottieImport", "SVGAExport", "SVGAFormat", "TestSupport", "TimelineModel", "TimelineRendering",
        "ImageCodecs",
        "Compression", "Pixels", "Diagnostics",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "ConversionTests",
      dependencies: ["KilnCommand", "Kiln", "TestSupport", "TimelineModel", "ImageCodecs", "Pixels", "Diagnostics"],
      swiftSettings: swift),
  ],
  swiftLanguageModes: [.v6]
)
