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

/// A library module of ours, in `Sources/<floor>/<name>`; `Kiln` is a floor of its own.
func module(
  _ name: String, in floor: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
  embedded: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: floor == name ? "Sources/\(name)" : "Sources/\(floor)/\(name)",
    exclude: exclude, resources: embedded.map { .embedInCode($0) },
    swiftSettings: swift)
}

/// The tests of one module, in `Tests/<floor>/<name>Tests`.
func tests(_ name: String, in floor: String, _ dependencies: [Target.Dependency] = [], fixtures: Bool = false) -> Target
{
  .testTarget(
    name: "\(name)Tests",
    dependencies: [.target(name: name), "KilnTestSupport"] + dependencies,
    path: "Tests/\(floor)/\(name)Tests",
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
    .library(name: "KilnBatch", targets: ["KilnBatch"]),
    .library(name: "KilnProject", targets: ["KilnProject"]),
    .library(name: "KilnValidation", targets: ["KilnValidation"]),
    .library(name: "KilnDiagnostics", targets: ["KilnDiagnostics"]),
    .library(name: "KilnDigests", targets: ["KilnDigests"]),
    .library(name: "KilnTimeline", targets: ["KilnTimeline"]),
    .library(name: "KilnTimelineJSON", targets: ["KilnTimelineJSON"]),
    .library(name: "KilnPageExport", targets: ["KilnPageExport"]),
    .library(name: "KilnLottieFormat", targets: ["KilnLottieFormat", "KilnJSON"]),
    .library(name: "KilnLottieImport", targets: ["KilnLottieImport"]),
    .library(name: "KilnSVGAImport", targets: ["KilnSVGAImport"]),
    .library(name: "KilnPictureImport", targets: ["KilnPictureImport"]),
    .library(name: "KilnComparison", targets: ["KilnComparison"]),
    .library(name: "KilnRasterizer", targets: ["KilnRasterizer", "KilnGeometry", "KilnPixels"]),
    .library(name: "KilnRendering", targets: ["KilnRendering"]),
    .library(name: "KilnImages", targets: ["KilnImages", "KilnCompression"]),
    .library(name: "KilnSVGAFormat", targets: ["KilnSVGAFormat"]),
    .library(name: "KilnSVGAExport", targets: ["KilnSVGAExport"]),
    .library(name: "KilnWebPExport", targets: ["KilnWebPExport"]),
    .library(name: "KilnAtlasExport", targets: ["KilnAtlasExport"]),
    .library(name: "KilnPictureExport", targets: ["KilnPictureExport"]),
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
      name: "CKilnZlib", path: "Sources/CLibraries/CKilnZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CKilnDeflate", path: "Sources/CLibraries/CKilnDeflate", pkgConfig: "libdeflate",
      providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
    .systemLibrary(
      name: "CKilnNettle", path: "Sources/CLibraries/CKilnNettle", pkgConfig: "nettle",
      providers: [.apt(["nettle-dev"]), .brew(["nettle"])]),
    .systemLibrary(
      name: "CKilnPNG", path: "Sources/CLibraries/CKilnPNG", pkgConfig: "libpng",
      providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .systemLibrary(
      name: "CKilnWebP", path: "Sources/CLibraries/CKilnWebP", pkgConfig: "libwebpmux",
      providers: [.apt(["libwebp-dev"]), .brew(["webp"])]),
    .systemLibrary(
      name: "CKilnJPEG", path: "Sources/CLibraries/CKilnJPEG", pkgConfig: "libjpeg",
      providers: [.apt(["libjpeg62-turbo-dev"]), .brew(["jpeg-turbo"])]),
    .systemLibrary(
      name: "CKilnLCMS", path: "Sources/CLibraries/CKilnLCMS", pkgConfig: "lcms2",
      providers: [.apt(["liblcms2-dev"]), .brew(["little-cms2"])]),
    .systemLibrary(
      name: "CKilnFreeType", path: "Sources/CLibraries/CKilnFreeType", pkgConfig: "freetype2",
      providers: [.apt(["libfreetype-dev"]), .brew(["freetype"])]),
    .systemLibrary(
      name: "CKilnFontconfig", path: "Sources/CLibraries/CKilnFontconfig", pkgConfig: "fontconfig",
      providers: [.apt(["libfontconfig-dev"]), .brew(["fontconfig"])]),
    .systemLibrary(
      name: "CKilnYAML", path: "Sources/CLibraries/CKilnYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),

    module("KilnGeometry", in: "Base"),
    module("KilnPixels", in: "Base"),
    module("KilnDiagnostics", in: "Base"),
    module("KilnDigests", in: "Base", ["CKilnNettle"]),
    // What is needed seldom is loaded then, and not linked.
    module("KilnPlatform", in: "Base"),
    module("KilnFonts", in: "Images", ["CKilnFreeType", "CKilnFontconfig", "KilnPlatform", "KilnGeometry"]),
    module("KilnLottieExpressions", in: "Lottie", ["KilnPlatform"]),
    module("KilnJSON", in: "Base", ["KilnGeometry", "KilnDiagnostics"]),
    module("KilnCompression", in: "Base", ["CKilnZlib", "CKilnDeflate", "KilnDiagnostics"]),
    module(
      "KilnImages", in: "Images",
      [
        "CKilnPNG", "CKilnWebP", "CKilnJPEG", "CKilnLCMS", "KilnPlatform", "KilnCompression", "KilnPixels",
        "KilnDiagnostics",
      ]),
    module("KilnRasterizer", in: "Images", ["KilnGeometry", "KilnPixels"]),
    module("KilnTimeline", in: "Timeline", ["KilnGeometry", "KilnPixels", "KilnDiagnostics"]),
    module(
      "KilnLottieFormat", in: "Lottie",
      ["KilnJSON", "KilnCompression", "KilnGeometry", "KilnPixels", "KilnDiagnostics"]),
    module(
      "KilnSVGAFormat", in: "SVGA",
      [
        "KilnCompression", "KilnJSON", "KilnGeometry", "KilnPixels", "KilnDiagnostics",
        .product(name: "SwiftProtobuf", package: "swift-protobuf"),
      ],
      exclude: ["Protobuf/svga.proto"]),
    module(
      "KilnRendering", in: "Timeline",
      ["KilnTimeline", "KilnRasterizer", "KilnImages", "KilnGeometry", "KilnPixels", "KilnDiagnostics"]),
    module(
      "KilnLottieImport", in: "Lottie",
      [
        "KilnLottieExpressions", "KilnLottieFormat", "KilnJSON", "KilnTimeline", "KilnImages", "KilnGeometry",
        "KilnPixels", "KilnDiagnostics",
      ]),
    module(
      "KilnSVGAImport", in: "SVGA",
      ["KilnSVGAFormat", "KilnTimeline", "KilnImages", "KilnGeometry", "KilnPixels", "KilnDiagnostics"]),
    module(
      "KilnPictureImport", in: "Quality",
      ["KilnImages", "KilnJSON", "KilnTimeline", "KilnGeometry", "KilnPixels", "KilnDiagnostics"]),
    module(
      "KilnComparison", in: "Quality",
      [
        "KilnPictureImport", "KilnRendering", "KilnImages", "KilnTimeline", "KilnGeometry", "KilnPixels",
        "KilnDiagnostics",
      ]),
    module(
      "KilnSVGALowering", in: "SVGA",
      [
        "KilnSVGAFormat", "KilnTimeline", "KilnRendering", "KilnRasterizer", "KilnImages", "KilnGeometry", "KilnPixels",
        "KilnDiagnostics",
      ]),
    module(
      "KilnSVGAExport", in: "SVGA",
      [
        "KilnSVGALowering", "KilnSVGAFormat", "KilnRendering", "KilnTimeline", "KilnImages", "KilnCompression",
        "KilnGeometry", "KilnPixels", "KilnDiagnostics",
      ]),
    module(
      "KilnTimelineJSON", in: "Timeline",
      ["KilnJSON", "KilnTimeline", "KilnImages", "KilnGeometry", "KilnPixels", "KilnDiagnostics"]),
    module(
      "KilnPageExport", in: "Outputs", ["KilnTimelineJSON", "KilnTimeline", "KilnDiagnostics"],
      embedded: ["page.css", "page.html", "page.js", "player.js"]),
    module(
      "KilnWebPExport", in: "Outputs",
      ["KilnRendering", "KilnImages", "KilnTimeline", "KilnGeometry", "KilnPixels", "KilnDiagnostics"]),
    module(
      "KilnAtlasExport", in: "Outputs",
      [
        "KilnTimelineJSON", "KilnRendering", "KilnImages", "KilnCompression", "KilnTimeline", "KilnGeometry",
        "KilnPixels",
        "KilnDiagnostics",
      ]),
    module(
      "KilnPictureExport", in: "Outputs",
      [
        "KilnRendering", "KilnImages", "KilnCompression", "KilnTimeline", "KilnGeometry", "KilnPixels",
        "KilnDiagnostics",
      ]),
    module(
      "KilnValidation", in: "Quality",
      [
        "KilnComparison", "KilnPictureImport", "KilnTimelineJSON", "KilnLottieFormat", "KilnLottieImport",
        "KilnSVGAFormat", "KilnSVGAImport",
        "KilnRendering",
        "KilnTimeline", "KilnRasterizer",
        "KilnImages", "KilnCompression", "KilnJSON", "KilnGeometry", "KilnPixels", "KilnDiagnostics",
      ],
      exclude: ["Support/support.md"]),
    module(
      "Kiln", in: "Kiln",
      [
        "KilnValidation", "KilnComparison", "KilnPictureImport", "KilnLottieFormat", "KilnLottieImport",
        "KilnSVGAFormat", "KilnSVGAImport",
        "KilnSVGAExport", "KilnWebPExport", "KilnAtlasExport", "KilnPictureExport", "KilnTimelineJSON",
        "KilnPageExport", "KilnRendering",
        "KilnTimeline", "KilnImages", "KilnCompression", "KilnJSON", "KilnFonts", "KilnDigests", "KilnGeometry",
        "KilnPixels",
        "KilnDiagnostics",
      ]),
    module("KilnBatch", in: "Command", ["Kiln", "KilnValidation", "KilnDigests", "KilnDiagnostics"]),
    module("KilnProject", in: "Command", ["CKilnYAML", "KilnBatch", "Kiln", "KilnValidation", "KilnDiagnostics"]),
    module(
      "KilnCommand", in: "Command",
      [
        "KilnProject", "KilnBatch", "Kiln", "KilnValidation", "KilnComparison", "KilnPictureImport", "KilnDigests",
        "KilnLottieImport",
        "KilnSVGAFormat", "KilnSVGALowering", "KilnSVGAExport",
        "KilnWebPExport",
        "KilnAtlasExport",
        "KilnPictureExport", "KilnTimelineJSON", "KilnPageExport",
        "KilnCompression",
        "KilnImages",
        "KilnTimeline",
        "KilnRendering", "KilnGeometry", "KilnPixels", "KilnDiagnostics",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // Apart from the command, with which tests are linked: their bundle has to load the runtime as libraries.
    .executableTarget(
      name: "KilnProgram", dependencies: ["KilnCommand"], path: "Sources/Command/KilnProgram", swiftSettings: swift,
      linkerSettings: [.unsafeFlags(staticRuntime, .when(platforms: [.linux], configuration: .release))]),

    // Serves the page of `kiln preview`.
    .executableTarget(
      name: "kiln-preview-server",
      dependencies: [
        .product(name: "FlyingFox", package: "FlyingFox"), .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      path: "Sources/Command/KilnPreviewServer", swiftSettings: swift),

    .target(
      name: "KilnTestSupport",
      dependencies: [
        "KilnCompression", "KilnDiagnostics", "KilnPixels", "KilnGeometry", "KilnImages", "KilnTimeline",
        "KilnRendering",
      ],
      path: "Tests/Support/KilnTestSupport", swiftSettings: swift),
    .target(name: "CKilnAllocations", path: "Tests/Support/KilnCAllocations"),
    tests("KilnGeometry", in: "Base"),
    tests("KilnDiagnostics", in: "Base"),
    tests("KilnDigests", in: "Base"),
    tests("KilnPixels", in: "Base"),
    tests("KilnFonts", in: "Images", ["KilnGeometry"], fixtures: true),
    tests("KilnLottieExpressions", in: "Lottie"),
    tests("KilnJSON", in: "Base", ["KilnDiagnostics"]),
    tests("KilnCompression", in: "Base", ["KilnDiagnostics"]),
    tests("KilnImages", in: "Images", ["CKilnLCMS", "KilnCompression", "KilnPixels", "KilnDiagnostics"]),
    tests("KilnRasterizer", in: "Images", ["KilnGeometry", "KilnPixels"]),
    tests("KilnTimeline", in: "Timeline", ["KilnGeometry", "KilnPixels", "KilnDiagnostics"]),
    tests("KilnLottieFormat", in: "Lottie", ["KilnJSON", "KilnCompression", "KilnGeometry", "KilnDiagnostics"]),
    tests(
      "KilnLottieImport", in: "Lottie",
      [
        "KilnLottieExpressions", "KilnLottieFormat", "KilnCompression", "KilnTimeline", "KilnGeometry",
        "KilnDiagnostics",
      ],
      fixtures: true),
    tests("KilnSVGAImport", in: "SVGA", ["KilnSVGAFormat", "KilnCompression", "KilnTimeline", "KilnDiagnostics"]),
    tests(
      "KilnPictureImport", in: "Quality",
      ["KilnImages", "KilnTimeline", "KilnGeometry", "KilnPixels", "KilnDiagnostics"]),
    tests(
      "KilnComparison", in: "Quality",
      ["KilnPictureImport", "KilnImages", "KilnTimeline", "KilnGeometry", "KilnPixels", "KilnDiagnostics"]),
    tests(
      "KilnRendering", in: "Timeline",
      ["KilnTimeline", "KilnGeometry", "KilnPixels", "KilnDiagnostics", "CKilnAllocations"]),
    tests(
      "KilnSVGALowering", in: "SVGA",
      [
        "KilnSVGAFormat", "KilnImages", "KilnTimeline", "KilnRendering", "KilnGeometry", "KilnPixels",
        "KilnDiagnostics",
      ]),
    tests(
      "KilnSVGAExport", in: "SVGA",
      [
        "KilnSVGALowering", "KilnSVGAFormat", "KilnSVGAImport", "KilnImages", "KilnCompression", "KilnTimeline",
        "KilnGeometry", "KilnPixels",
        "KilnDiagnostics",
      ]),
    tests("KilnPageExport", in: "Outputs", ["KilnTimelineJSON", "KilnTimeline", "KilnDiagnostics"]),
    tests(
      "KilnTimelineJSON", in: "Timeline", ["Kiln", "KilnTimeline", "KilnGeometry", "KilnPixels", "KilnDiagnostics"]),
    tests(
      "KilnWebPExport", in: "Outputs",
      ["KilnRendering", "KilnImages", "KilnTimeline", "KilnGeometry", "KilnPixels", "KilnDiagnostics"]),
    tests(
      "KilnAtlasExport", in: "Outputs",
      [
        "KilnTimelineJSON", "KilnRendering", "KilnImages", "KilnCompression", "KilnTimeline", "KilnGeometry",
        "KilnPixels",
        "KilnDiagnostics",
      ]),
    tests(
      "KilnPictureExport", in: "Outputs",
      [
        "KilnRendering", "KilnImages", "KilnCompression", "KilnTimeline", "KilnGeometry", "KilnPixels",
        "KilnDiagnostics",
      ]),
    tests(
      "KilnValidation", in: "Quality",
      [
        "Kiln", "KilnLottieFormat", "KilnLottieImport", "KilnSVGAFormat", "KilnCompression", "KilnImages", "KilnJSON",
        "KilnTimeline",
        "KilnPixels",
        "KilnDiagnostics",
      ],
      fixtures: true),
    tests("KilnBatch", in: "Command", ["Kiln", "KilnValidation", "KilnDigests", "KilnDiagnostics"]),
    tests("KilnProject", in: "Command", ["KilnBatch", "Kiln", "KilnValidation", "KilnDiagnostics"]),
    .testTarget(
      name: "KilnCommandTests",
      dependencies: [
        "KilnCommand", "kiln-preview-server", "KilnProject", "Kiln", "KilnLottieImport", "KilnTestSupport",
        "KilnSVGAExport",
        "KilnSVGAFormat",
        "KilnTimeline", "KilnImages",
        "KilnCompression",
        "KilnGeometry",
        "KilnPixels",
        "KilnDiagnostics",
      ],
      path: "Tests/Command/KilnCommandTests",
      exclude: ["Fixtures"], swiftSettings: swift),
    .testTarget(
      name: "KilnPictureTests",
      dependencies: [
        "Kiln", "KilnLottieImport", "KilnSVGAExport", "KilnSVGAFormat", "KilnTestSupport", "KilnTimeline",
        "KilnRendering",
        "KilnImages",
        "KilnCompression", "KilnPixels", "KilnDiagnostics",
      ],
      path: "Tests/Kiln/KilnPictureTests",
      swiftSettings: swift),
    .testTarget(
      name: "KilnConversionTests",
      dependencies: [
        "KilnCommand", "Kiln", "KilnTestSupport", "KilnTimeline", "KilnImages", "KilnPixels", "KilnDiagnostics",
      ],
      path: "Tests/Kiln/KilnConversionTests",
      swiftSettings: swift),
  ],
  swiftLanguageModes: [.v6]
)
