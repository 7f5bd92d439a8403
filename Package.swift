// swift-tools-version: 6.2
import PackageDescription

// The house: floors are folders of `Sources` and `Tests`, lowest first, and rooms are modules. A module imports only
// what stands on floors below its own, or before it on its own floor. SwiftPM holds the sources to what is listed here.

let swift: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// A module: `Sources/<floor>/<name>`, with its tests in `Tests/<floor>/<name>Tests`.
struct Module {
  let name: String
  let imports: [Target.Dependency]
  /// Further imports by the trait without which they are not there. Tests have them always.
  let optional: KeyValuePairs<String, String>
  /// The imports of the tests beyond those of the module itself; nil if it has no tests of its own.
  let tests: [Target.Dependency]?
  let exclude: [String]
  let embedded: [String]
  let hasFixtures: Bool

  init(
    _ name: String, _ imports: [Target.Dependency] = [], optional: KeyValuePairs<String, String> = [:],
    tests: [Target.Dependency]? = [], exclude: [String] = [], embedded: [String] = [], hasFixtures: Bool = false
  ) {
    self.name = name
    self.imports = imports
    self.optional = optional
    self.tests = tests
    self.exclude = exclude
    self.embedded = embedded
    self.hasFixtures = hasFixtures
  }
}

/// The targets of a floor: its modules and their tests.
func floor(_ floor: String, _ modules: [Module]) -> [Target] {
  modules.flatMap { module in
    let optional = module.optional.map { Target.Dependency.target(name: $1, condition: .when(traits: [$0])) }
    let target = Target.target(
      name: module.name, dependencies: module.imports + optional, path: "Sources/\(floor)/\(module.name)",
      exclude: module.exclude, resources: module.embedded.map { .embedInCode($0) }, swiftSettings: swift)
    return [target] + tests(module, on: floor)
  }
}

/// The target of a module's tests, if it has any.
func tests(_ module: Module, on floor: String) -> [Target] {
  guard let tests = module.tests else { return [] }
  let imports = module.imports + module.optional.map { .target(name: $1) } + tests
  let name = module.name + "Tests"
  return [
    .testTarget(
      name: name, dependencies: [.target(name: module.name), "KilnTestSupport"] + imports,
      path: "Tests/\(floor)/\(name)", exclude: module.hasFixtures ? ["Fixtures"] : [], swiftSettings: swift)
  ]
}

/// The module of a C library, which a package manager installs.
func library(_ name: String, _ pkgConfig: String, apt: String, brew: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/CLibraries/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
}

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

/// Hides the symbols of a program, of which none is called from outside: without 18,000 names it starts sooner.
/// Not with a sanitizer (`scripts/test --sanitize`), whose `malloc` C's library must find: the program would free with the
/// sanitizer what that library has allocated without it.
let hiddenSymbols =
  Context.environment["KILN_SANITIZER"] == nil
  ? ["-Xlinker", "--version-script=\(Context.packageDirectory)/Sources/Command/KilnProgram/symbols.map"] : []

let cLibraries = [
  library("CKilnZlib", "zlib", apt: "zlib1g-dev", brew: "zlib"),
  library("CKilnDeflate", "libdeflate", apt: "libdeflate-dev", brew: "libdeflate"),
  library("CKilnCrypto", "libcrypto", apt: "libssl-dev", brew: "openssl"),
  library("CKilnPNG", "libpng", apt: "libpng-dev", brew: "libpng"),
  library("CKilnWebP", "libwebpdemux", apt: "libwebp-dev", brew: "webp"),
  library("CKilnJPEG", "libjpeg", apt: "libjpeg62-turbo-dev", brew: "jpeg-turbo"),
  library("CKilnLCMS", "lcms2", apt: "liblcms2-dev", brew: "little-cms2"),
  library("CKilnFreeType", "freetype2", apt: "libfreetype-dev", brew: "freetype"),
  library("CKilnFontconfig", "fontconfig", apt: "libfontconfig-dev", brew: "fontconfig"),
  library("CKilnYAML", "yaml-0.1", apt: "libyaml-dev", brew: "libyaml"),
  // Settings of the C library itself, which is there without a package.
  .systemLibrary(name: "CKilnMalloc", path: "Sources/CLibraries/CKilnMalloc"),
]

/// Parts that few need, each with a library or module of its own. A package that needs less names its own; the command has all.
/// Where a file has a part that was left out, a finding names the trait (`PackageTrait`).
let traits: Set<Trait> = [
  .trait(name: "ColorProfiles", description: "Colours of pictures that are not in sRGB. Links Little CMS."),
  .trait(name: "ExpressionEngine", description: "Expressions that the interpreter lacks. Loads JavaScriptCore."),
  .trait(name: "Fonts", description: "Texts without letters of their own. Links FreeType and Fontconfig."),
  .trait(name: "JPEG", description: "JPEG pictures. Links libjpeg."),
  .trait(name: "OpenSSL", description: "Checksums as fast as the processor can. Links libcrypto, but not on macOS."),
]

/// The modules that nearly all others import.
let base: [Target.Dependency] = ["KilnDiagnostics", "KilnGeometry", "KilnPixels"]

let modules = [
  floor(
    "Base",
    [
      // What is needed seldom is loaded then, and not linked.
      Module("KilnPlatform", ["CKilnMalloc"]),
      // Of Apple's systems, the one that they bring.
      Module("KilnDigests", [.target(name: "CKilnCrypto", condition: .when(platforms: [.linux], traits: ["OpenSSL"]))]),
      Module("KilnDiagnostics", ["KilnPlatform"]),
      Module("KilnPrograms", ["KilnPlatform", "KilnDiagnostics"]),
      Module("KilnGeometry", ["KilnPlatform"]),
      Module("KilnPixels"),
      Module("KilnJSON", ["KilnDiagnostics", "KilnGeometry"]),
      Module("KilnCompression", ["CKilnZlib", "CKilnDeflate", "KilnPlatform", "KilnDiagnostics"]),
    ]),
  floor(
    "Images",
    [
      // Our own encoders.
      Module("KilnPalettes", ["KilnPixels"]),
      Module("KilnPNG", ["KilnPlatform", "KilnDiagnostics", "KilnPixels", "KilnCompression"], tests: ["KilnImages"]),
      Module("KilnVP8L", ["KilnDiagnostics", "KilnPixels"], tests: ["KilnImages"]),
      Module("KilnGIF", ["KilnDiagnostics", "KilnPixels", "KilnCompression", "KilnPalettes"], tests: nil),
      Module(
        "KilnImages",
        [
          "CKilnPNG", "CKilnWebP", "KilnPlatform", "KilnDiagnostics", "KilnPixels", "KilnCompression", "KilnPNG",
          "KilnVP8L",
        ],
        optional: ["JPEG": "CKilnJPEG", "ColorProfiles": "CKilnLCMS"]),
      // Video by the program ffmpeg: areas of colours and alpha, boxes of files.
      Module("KilnVideo", ["KilnPrograms", "KilnDiagnostics", "KilnGeometry", "KilnPixels", "KilnJSON"]),
      Module("KilnRasterizer", ["KilnGeometry", "KilnPixels"]),
      Module(
        "KilnFonts", ["CKilnFreeType", "CKilnFontconfig", "KilnPlatform", "KilnGeometry"], hasFixtures: true),
    ]),
  floor(
    "Timeline",
    [
      Module("KilnTimeline", base),
      Module(
        "KilnRendering", base + ["KilnPlatform", "KilnImages", "KilnRasterizer", "KilnTimeline"],
        tests: ["CKilnAllocations"]),
      Module("KilnExporting", base + ["KilnTimeline", "KilnRendering"], tests: nil),
      Module("KilnBudgets", base + ["KilnTimeline", "KilnRendering", "KilnExporting"]),
      Module("KilnTimelineJSON", base + ["KilnJSON", "KilnImages", "KilnTimeline", "KilnExporting"], tests: ["Kiln"]),
    ]),
  floor(
    "Lottie",
    [
      Module("KilnLottieFormat", base + ["KilnJSON", "KilnCompression"]),
      // What players support, of SVGA, too, and where a Lottie document uses it.
      Module(
        "KilnPlayers", ["KilnDiagnostics", "KilnJSON", "KilnLottieFormat"], tests: nil,
        embedded: ["Support/support.md", "Support/details.md"]),
      Module(
        "KilnLottieExpressions", ["KilnPlatform", "KilnDiagnostics", "KilnGeometry", "KilnJSON", "KilnLottieFormat"],
        tests: ["KilnExpressionEngine"], hasFixtures: true),
      Module("KilnExpressionEngine", ["KilnPlatform", "KilnLottieExpressions"]),
      Module(
        "KilnLottieImport",
        base + ["KilnJSON", "KilnImages", "KilnTimeline", "KilnLottieFormat", "KilnLottieExpressions"],
        optional: ["ExpressionEngine": "KilnExpressionEngine"], tests: ["KilnCompression"], hasFixtures: true),
      Module(
        "KilnLottieExport",
        base + [
          "KilnJSON", "KilnCompression", "KilnPNG", "KilnImages", "KilnRasterizer", "KilnTimeline", "KilnRendering",
          "KilnExporting", "KilnLottieFormat", "KilnLottieExpressions", "KilnPlayers", "KilnLottieImport",
        ],
        tests: ["KilnExpressionEngine"]),
    ]),
  floor(
    "SVGA",
    [
      Module(
        "KilnSVGAFormat",
        base + ["KilnJSON", "KilnCompression", .product(name: "SwiftProtobuf", package: "swift-protobuf")],
        tests: nil, exclude: ["Protobuf/svga.proto"]),
      Module(
        "KilnSVGAImport", base + ["KilnImages", "KilnTimeline", "KilnSVGAFormat"], tests: ["KilnCompression"]),
      Module(
        "KilnSVGALowering",
        base + ["KilnPNG", "KilnImages", "KilnRasterizer", "KilnTimeline", "KilnRendering", "KilnSVGAFormat"]),
      Module(
        "KilnSVGAExport",
        base + [
          "KilnCompression", "KilnPalettes", "KilnPNG", "KilnImages", "KilnTimeline", "KilnRendering", "KilnExporting",
          "KilnBudgets", "KilnPrograms", "KilnVideo", "KilnSVGAFormat", "KilnSVGALowering",
        ],
        tests: ["KilnSVGAImport"]),
    ]),
  floor(
    "Outputs",
    [
      Module(
        "KilnWebPExport",
        base + ["KilnPalettes", "KilnImages", "KilnTimeline", "KilnRendering", "KilnExporting", "KilnBudgets"],
        tests: ["KilnPNG"]),
      Module(
        "KilnPictureExport",
        base + [
          "KilnPlatform", "KilnCompression", "KilnPalettes", "KilnPNG", "KilnGIF", "KilnTimeline", "KilnRendering",
          "KilnExporting", "KilnBudgets",
        ], tests: ["KilnImages"]),
      Module(
        "KilnAtlasExport",
        base + [
          "KilnCompression", "KilnPalettes", "KilnPNG", "KilnImages", "KilnTimeline", "KilnRendering", "KilnExporting",
          "KilnTimelineJSON",
        ]),
      Module(
        "KilnVideoExport",
        base + [
          "KilnPrograms", "KilnVideo", "KilnTimeline", "KilnRendering", "KilnExporting",
        ], tests: ["KilnPNG"]),
      Module(
        "KilnPageExport", ["KilnDiagnostics", "KilnTimeline", "KilnExporting", "KilnTimelineJSON"],
        embedded: ["compare.js", "layers.js", "live.js", "page.css", "page.html", "page.js", "player.js", "video.js"]),
    ]),
  floor(
    "Quality",
    [
      Module(
        "KilnPictureImport", base + ["KilnJSON", "KilnImages", "KilnVideo", "KilnTimeline"],
        tests: ["KilnPNG", "KilnRendering"]),
      Module("KilnComparison", base + ["KilnImages", "KilnTimeline", "KilnRendering", "KilnPictureImport"]),
      Module(
        "KilnRecognition",
        [
          "KilnDiagnostics", "KilnPixels", "KilnJSON", "KilnCompression", "KilnImages", "KilnVideo", "KilnTimelineJSON",
          "KilnSVGAFormat", "KilnPictureImport",
        ]),
      Module(
        "KilnRuleEngine",
        base + [
          "KilnJSON", "KilnImages", "KilnTimeline", "KilnRendering", "KilnPlayers", "KilnLottieImport",
          "KilnComparison",
        ], tests: nil),
      Module(
        "KilnLottieRules",
        base + [
          "KilnJSON", "KilnCompression", "KilnPNG", "KilnImages", "KilnRasterizer", "KilnTimeline", "KilnRendering",
          "KilnLottieFormat", "KilnPlayers", "KilnLottieImport", "KilnSVGAFormat", "KilnRuleEngine",
        ], tests: nil),
      Module(
        "KilnSVGARules", base + ["KilnImages", "KilnTimeline", "KilnSVGAFormat", "KilnRuleEngine"], tests: nil),
      Module(
        "KilnValidation",
        base + [
          "KilnJSON", "KilnCompression", "KilnImages", "KilnTimeline", "KilnRendering", "KilnTimelineJSON",
          "KilnLottieFormat", "KilnPlayers", "KilnLottieImport", "KilnSVGAFormat", "KilnSVGAImport",
          "KilnVideo", "KilnPictureImport", "KilnComparison", "KilnRecognition", "KilnRuleEngine", "KilnLottieRules",
          "KilnSVGARules",
        ],
        tests: ["KilnPNG", "KilnExporting", "Kiln"], hasFixtures: true),
    ]),
  floor(
    "Kiln",
    [
      Module(
        "Kiln",
        base + [
          "KilnPlatform", "KilnDigests", "KilnJSON", "KilnCompression", "KilnPalettes", "KilnPNG", "KilnImages",
          "KilnTimeline", "KilnRendering", "KilnExporting", "KilnBudgets", "KilnTimelineJSON", "KilnLottieFormat",
          "KilnPlayers", "KilnLottieImport", "KilnLottieExport", "KilnSVGAFormat", "KilnSVGAImport", "KilnSVGAExport",
          "KilnPrograms", "KilnVideo", "KilnWebPExport", "KilnPictureExport", "KilnAtlasExport", "KilnVideoExport",
          "KilnPageExport", "KilnPictureImport", "KilnComparison", "KilnRecognition", "KilnRuleEngine",
          "KilnValidation",
        ],
        optional: ["Fonts": "KilnFonts", "ExpressionEngine": "KilnExpressionEngine"])
    ]),
  floor(
    "Command",
    [
      Module(
        "KilnReports", ["KilnPlatform", "KilnDigests", "KilnDiagnostics", "KilnValidation", "Kiln"],
        embedded: ["report.css", "report.js", "validation.css"]),
      Module("KilnBatch", ["KilnPlatform", "KilnDigests", "KilnDiagnostics", "Kiln", "KilnReports"]),
      Module(
        "KilnPreviewServer",
        [
          "KilnJSON", .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
          .product(name: "NIOPosix", package: "swift-nio"),
        ], tests: nil),
      Module("KilnProject", ["CKilnYAML", "KilnDiagnostics", "KilnValidation", "Kiln", "KilnBatch"]),
      Module(
        "KilnCommand",
        base + [
          "KilnPlatform", "KilnDigests", "KilnCompression", "KilnPalettes", "KilnPNG", "KilnGIF", "KilnImages",
          "KilnTimeline", "KilnRendering", "KilnExporting", "KilnTimelineJSON",
          "KilnPlayers", "KilnLottieFormat", "KilnLottieImport", "KilnLottieExport", "KilnSVGAFormat",
          "KilnSVGALowering", "KilnSVGAExport",
          "KilnWebPExport",
          "KilnPictureExport", "KilnAtlasExport", "KilnVideo", "KilnVideoExport", "KilnPrograms", "KilnPageExport",
          "KilnPictureImport", "KilnComparison", "KilnValidation", "Kiln", "KilnReports", "KilnBatch", "KilnProject",
          "KilnPreviewServer", .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ],
        hasFixtures: true),
    ]),
].flatMap(\.self)

/// The programs. Their modules have names that differ from the library's also where case does not count.
let programs: [Target] = [
  // Apart from the command, with which tests are linked: their bundle has to load the runtime as libraries. The flags are
  // unsafe to SwiftPM because other packages must not inherit them, and a program's never are.
  .executableTarget(
    name: "KilnProgram", dependencies: ["KilnCommand"], path: "Sources/Command/KilnProgram", exclude: ["symbols.map"],
    swiftSettings: swift,
    linkerSettings: [
      .unsafeFlags(staticRuntime + hiddenSymbols, .when(platforms: [.linux], configuration: .release))
    ])
]

/// Tests that go through the whole house, and helpers of all tests.
let tests: [Target] = [
  .target(
    name: "KilnTestSupport",
    dependencies: base + [
      "CKilnAllocations", "KilnCompression", "KilnPNG", "KilnImages", "KilnTimeline", "KilnRendering", "KilnExporting",
    ],
    path: "Tests/Support/KilnTestSupport", swiftSettings: swift),
  .target(name: "CKilnAllocations", path: "Tests/Support/CKilnAllocations"),
  .testTarget(
    name: "KilnPictureTests",
    dependencies: base + [
      "KilnCompression", "KilnPNG", "KilnImages", "KilnTimeline", "KilnRendering", "KilnExporting", "KilnPlayers",
      "KilnLottieImport", "KilnLottieExport", "KilnSVGAFormat", "KilnSVGAExport", "Kiln", "KilnTestSupport",
    ],
    path: "Tests/Kiln/KilnPictureTests", swiftSettings: swift),
  .testTarget(
    name: "KilnConversionTests",
    dependencies: base + ["KilnJSON", "KilnImages", "KilnTimeline", "Kiln", "KilnCommand", "KilnTestSupport"],
    path: "Tests/Kiln/KilnConversionTests", swiftSettings: swift),
]

let package = Package(
  name: "kiln",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "kiln", targets: ["KilnProgram"]),
    // What is promised to other packages: the modules of a product and the types that these show.
    .library(name: "Kiln", targets: ["Kiln", "KilnComparison", "KilnPictureImport", "KilnDigests"]),
    .library(
      name: "KilnTimeline",
      targets: [
        "KilnTimeline", "KilnRendering", "KilnExporting", "KilnTimelineJSON", "KilnRasterizer", "KilnDiagnostics",
        "KilnGeometry", "KilnPixels",
      ]),
    .library(
      name: "KilnFormats",
      targets: [
        "KilnLottieFormat", "KilnPlayers", "KilnLottieImport", "KilnLottieExport", "KilnSVGAFormat",
        "KilnSVGAImport", "KilnSVGAExport", "KilnWebPExport", "KilnPictureExport", "KilnAtlasExport", "KilnPageExport",
        "KilnVideo", "KilnVideoExport", "KilnJSON",
        "KilnCompression",
        "KilnPalettes", "KilnGIF",
      ]),
    .library(name: "KilnValidation", targets: ["KilnValidation", "KilnRuleEngine", "KilnLottieRules", "KilnPlayers"]),
  ],
  traits: traits.union([.default(enabledTraits: Set(traits.map(\.name)))]),
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    // Without its traits, which need all of Foundation: loading that takes longer than converting an icon.
    .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0", traits: []),
    // Serves the page of `kiln preview`. It needs no Foundation.
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
  ],
  targets: cLibraries + modules + programs + tests,
  swiftLanguageModes: [.v6]
)
