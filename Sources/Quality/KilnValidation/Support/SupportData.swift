// Made by scripts/make/support-table from support.md. Edit that file instead.

enum SupportData {
  /// The content of support.md.
  static let text = #"""
    # What players support

    This table is the only place where Kiln says which player has which feature. `kiln rules --targets` prints it, and
    `scripts/make/support-table` puts it into `SupportData.swift`; a test holds both to each other.

    A cell starts with `yes`, `no`, `part` (with restrictions), a version (from that version on), or is `?` where nobody has
    looked. The letters after it name the sources below.

    ## Lottie players

    The column `svga` says what remains when Kiln converts the file to SVGA. `telegram` and `wear-os` are what the stores accept
    as well as what is drawn.

    lottie-ios is taken with its standard choice of
    the rendering engine: Main Thread before 4.0, then Core Animation, which leaves the whole animation to Main Thread where it
    lacks something. Both draw nearly the same; Core Animation lacks trimming several paths at the same time (A), and Main Thread
    repeaters (A) and, before 4.5, drop shadows (I), which are therefore missing in an animation that was left to it.

    | Feature | What it is | lottie-web | lottie-ios | lottie-android | rlottie | thorvg | skottie | telegram | wear-os | svga | Where it is missing |
    | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
    | expressions | Expressions | yes A | no A | no A | no R | part T | no S | no B | ? | yes K | The property keeps its keyframes or its fixed value, so that the motion of the expression is missing. |
    | mergePaths | Merge Paths | no A,W | no A | part A | no R | no T | yes S | no B | no G | no K | The paths are drawn one over the other instead of as one, so that holes and cut-outs are filled. |
    | repeater | Repeater | yes A | 4.0 A,I | yes A | yes R | yes T | yes S | no B | no G | yes K | Only the original is drawn, without its copies. |
    | offsetPath | Offset Paths | yes W | no I | no D | no R | yes T | yes S | no R | ? | yes K | The path is drawn without the offset. |
    | puckerBloat | Pucker & Bloat | yes W | no I | no D | no R | yes T | yes S | no R | no G | yes K | The path is drawn without the distortion. |
    | zigZag | Zig Zag | yes W | no I | no D | no R | yes T | no S | no R | ? | yes K | The path is drawn without the ridges. |
    | twist | Twist | no W | no I | no D | no R | no T | no S | no R | ? | no K | The path is drawn without the twist. |
    | roundCorners | Round Corners | yes W | 4.0 I | yes D | part R | yes T | yes S | part R | ? | yes K | Corners stay sharp, at least those of paths that are no rectangles. |
    | polystar | Polystar | yes A | yes A | yes A | yes R | yes T | yes S | no B | no G | yes K | The star or polygon is not accepted. |
    | strokes | Strokes | yes A | yes A | yes A | yes R | yes T | yes S | yes R | part G | yes K | The stroke is drawn, but frames may be dropped on watches. |
    | dashes | Dashes of strokes | yes A | yes A | yes A | yes R | yes T | yes S | yes R | no G | yes K | The stroke is solid, or the file is not accepted. |
    | gradientStroke | Gradient strokes | yes A | yes A | yes A | yes R | yes T | yes S | no B | yes G | yes K | The stroke is not accepted. |
    | gradientHighlight | Highlight of radial gradients | yes W | no I | no D | yes R | yes T | no S | yes R | no G | yes K | The gradient starts at its centre instead of at the highlight. |
    | autoOrient | Auto-orientation along the path | yes A | no A | yes D | yes R | yes T | yes S | no B | ? | yes K | The layer keeps its rotation while it moves along its path. |
    | skew | Skew | yes A | part I | yes D | no R | yes T | yes S | no R | no G | yes K | The layer is drawn without the skew. |
    | groupSkew | Skew of groups | yes A | yes I | yes D | no R | yes T | yes S | no R | no G | yes K | The group is drawn without the skew. |
    | threeD | Rotation out of the plane | part W | part I | part D | part R | yes T | yes S | no B | ? | part K | The layer is rotated without perspective, or not at all. |
    | camera | Camera layers | no W | no I | no D | no R | no T | yes S | no B | ? | no K | The camera has no effect; lottie-web draws nothing at all of such a file. |
    | masks | Masks | yes A | yes A | yes A | yes R | yes T | yes S | no B | no G | yes K | The layer is drawn uncut, or the file is not accepted. |
    | maskIntersect | Masks of mode intersect | yes W | part I | part D | yes R | yes T | yes S | no B | no G | yes K | The mask is added instead of intersected, so that more of the layer is seen. |
    | maskLighten | Masks of mode lighten or darken | no A,W | no A | no A | no R | yes T | no S | no B | no G | no K | The mask is drawn as if its mode were add. |
    | maskDifference | Masks of mode difference | no A,W | no A | no A | yes R | yes T | yes S | no B | no G | no K | The mask is drawn as if its mode were add. |
    | maskExpansion | Mask expansion | part W | no A | no A | no R | yes T | no S | no B | no G | yes K | The mask has the size of its path. |
    | maskFeather | Mask feather | no A | no A | no A | no R | no T | yes S | no B | no G | no K | The edge of the mask is hard. |
    | mattes | Track mattes | yes A | yes A | yes A | yes R | yes T | yes S | yes R | no G | yes K | The layer is drawn uncut, or the file is not accepted. |
    | lumaMatte | Luma mattes | yes W | no A | no A | yes R | yes T | yes S | yes R | no G | yes K | The layer is cut by the alpha of the matte instead of its brightness, or not at all. |
    | lumaMatteInverted | Inverted luma mattes | no W | no A | no A | yes R | yes T | yes S | yes R | no G | no K | The layer is drawn uncut, or cut by the alpha of the matte. |
    | matteByIndex | Mattes that are not the layer above | yes W | no I | no D | no R | yes T | no S | no R | ? | yes K | The layer above is taken for the matte, or none. |
    | blendModes | Blend modes multiply, screen, overlay, darken, lighten | yes A | 3.4 I | yes A | no R | yes T | yes S | no R | no G | part K | The layer is drawn over what is below, in mode normal. |
    | blendModesOther | Other blend modes of the first fifteen | yes W | 3.4 I | no D | no R | yes T | yes S | no R | no G | part K | The layer is drawn over what is below, in mode normal. |
    | blendAdd | Blend mode add | no W | no I | yes D | no R | yes T | yes S | no R | no G | no K | The layer is drawn over what is below, in mode normal, and is darker than it should be. |
    | blendHardMix | Blend mode hard mix | no W | no I | no D | no R | no T | yes S | no R | no G | no K | The layer is drawn over what is below, in mode normal. |
    | effectColor | Effects Tint, Fill and Tritone | yes A | no A | no A | no R | yes T | yes S | no B | no G | yes K | The layer keeps its own colours. |
    | effectStroke | Effect Stroke | yes A | no A | no A | no R | yes T | no S | no B | no G | yes K | The layer is drawn without the stroke. |
    | effectDropShadow | Effect Drop Shadow | yes W | 4.3 A,I | 4.1 A | no R | yes T | yes S | no B | no G | yes K | The layer is drawn without its shadow. |
    | effectBlur | Effect Gaussian Blur | yes W | no A | 4.1 A | no R | yes T | yes S | no B | no G | yes K | The layer is drawn sharp. |
    | effectLevels | Effect Levels | yes W | no A | no A | no R | no T | yes S | no B | no G | yes K | The layer keeps its own colours. |
    | effectTransform | Effect Transform | yes W | no I | no D | no R | no T | yes S | no B | no G | yes K | The layer stays where it is without the effect. |
    | effectSetMatte | Effect Set Matte | yes W | no I | no D | no R | no T | ? | no B | no G | yes K | The layer is drawn uncut. |
    | effectOther | Other effects | no W | no I | no D | no R | no T | part S | no B | no G | no K | The layer is drawn without the effect. |
    | layerStyles | Layer styles | no W | part I | no D | no R | no T | part S | no R | no G | no K | The layer is drawn without its shadow, glow, bevel or overlay. |
    | motionBlur | Motion blur | no W | no I | no D | no R | no T | yes S | no R | ? | no K | The layer is drawn sharp. |
    | text | Text layers | yes A | yes A | yes A | no R | yes T | yes S | no B | no G | yes K | The text is missing. |
    | textAnimators | Text animators and range selectors | yes A | part I | part D | no R | yes T | yes S | no B | no G | yes K | The text appears at once, or with a part of its motion. |
    | textPath | Text along a path, and anchor grouping | yes A | no A | no A | no R | yes T | yes S | no B | no G | yes K | The text stands on a straight line. |
    | images | Image layers | yes A | yes A | yes A | yes R | yes T | yes S | no B | no G | yes K | The image is missing, or the file is not accepted. |
    | solids | Solid layers | yes A | yes A | yes A | yes R | yes T | yes S | no B | yes G | yes K | The file is not accepted. |
    | timeStretch | Time stretch | yes A | yes A | yes A | yes R | yes T | yes S | no B | yes G | yes K | The file is not accepted. |
    | timeRemap | Time remapping | yes A | yes A | yes A | yes R | yes T | yes S | no B | yes G | yes K | The file is not accepted. |
    | audio | Sound | yes W | no I | no D | no R | part T | yes S | no R | ? | no K | Nothing is heard. |
    | slots | Slots that apps and themes fill | yes W | no I | no D | no R | yes T | yes S | no R | ? | part K | Properties keep their own values, whatever the app or theme sets. |
    | hiddenItems | Hidden groups and shapes | no W | yes I | yes D | yes R | yes T | yes S | yes R | ? | no K | What is hidden in After Effects is drawn. |

    ## SVGA players

    `svga-ios`, `svga-android`, `svga-web` and `svga-flutter` are the official players, `svga-lite` is SVGAPlayer-Web-Lite.

    | Feature | What it is | svga-ios | svga-android | svga-web | svga-lite | svga-flutter | Where it is missing |
    | --- | --- | --- | --- | --- | --- | --- | --- |
    | svgaArchive | SVGA 1.x, a ZIP archive | yes N | yes O | part V | no L | no U | The file is refused; the official web player needs JSZip beside it. |
    | svgaMattes | Mattes | yes N | yes O | no V | no L | no U | What the matte should cut is drawn whole, and the matte itself may be seen; the web player fails. |
    | svgaAudio | Sounds | yes N | yes O | yes V | no L | no U | Nothing is heard. |
    | svgaAudioUntagged | Sounds without an ID3 tag | no N | part O | no V | no L | no U | The sound is taken for a bitmap; the web player shows nothing at all. |
    | svgaImageEncoding | JPEG and WebP bitmaps | part N | yes O | no V | yes L | yes U | The bitmap is missing; the web player shows nothing at all. |
    | svgaKeyDotted | Keys of bitmaps with a dot | no N | yes O | yes V | yes L | yes U | The bitmap is missing. |
    | svgaKeyEmpty | Sprites without a key | yes N | yes O | yes V | yes L | no U | The sprite is missing. |
    | svgaFrameRateMissing | A file without frame rate | no N | yes O | yes V | no L | yes U | The animation does not play. |
    | svgaFrameRateUneven | Frame rates that are no divisor of 60 | no N | part O | yes V | yes L | yes U | The animation plays too fast. |
    | svgaFrameCount | Sprites with fewer or more frames than the movie | part N | yes O | no V | ? | no U | The sprite stays as it was last, or the player fails. |
    | svgaLayoutMissing | Bitmaps without layout | yes N | yes O | no V | yes L | yes U | The bitmap is drawn that other players hide. |
    | svgaLayoutStretched | Bitmaps stretched to their layout | no N | yes O | no V | yes L | yes U | The bitmap keeps its proportions or its own size. |
    | svgaLayoutOffset | Layouts away from the origin | no N | yes O | yes V | yes L | yes U | The sprite is moved. |
    | svgaTransformZero | Transforms with a or d = 0 | yes N | no O | no V | yes L | yes U | The sprite has its full size, or is skewed. |
    | svgaAlphaFaint | Alpha below 0.05 | yes N | yes O | part V | part L | yes U | The sprite is hidden. |
    | svgaAlphaOverlap | Translucent sprites of several shapes | yes N | no O | no V | no L | no U | Shapes show through each other. |
    | svgaColorTranslucent | Translucent colours | yes N | part O | yes V | no L | yes U | The shape is not drawn, or its alpha is replaced by the sprite's. |
    | svgaStylesMissing | Shapes without styles | no N | yes O | yes V | yes L | yes U | The shape is filled black. |
    | svgaStrokeWidthMissing | Strokes without width | yes N | yes O | no V | no L | yes U | A line 1 px wide is drawn. |
    | svgaMiterLimitMissing | Strokes without miter limit | yes N | yes O | part V | part L | yes U | Corners are pointed instead of bevelled. |
    | svgaDashes | Dashed strokes | yes N | yes O | no V | part L | yes U | The dashes have other lengths. |
    | svgaStrokeScaled | Strokes scaled by their shape's transform | yes N | no O | yes V | yes L | yes U | The line has another width. |
    | svgaClipOnVector | Clips of vector shapes | yes N | yes O | no V | no L | yes U | The shapes are drawn uncut. |
    | svgaPathCommands | Path data other than M L C Q Z with single separators | no N | part O | part V | part L | part U | A part of the outline is missing or runs elsewhere. |
    | svgaKeepFirst | KEEP in a sprite's first frame | yes N | yes O | no V | yes L | yes U | The shapes of another sprite are drawn. |

    ## Sources

    | Letter | Source |
    | --- | --- |
    | A | airbnb/lottie, supported-features.md, commit b2be111 of 15 March 2026 |
    | W | airbnb/lottie-web 5.13.0, player/js, commit bede03d2, and measurements of its SVG renderer in Chromium |
    | I | airbnb/lottie-ios 4.6.1, Sources/Private; versions by the first tag that contains the change |
    | D | airbnb/lottie-android of February 2026, lottie/src/main/java/com/airbnb/lottie |
    | R | Samsung/rlottie of August 2026, src/lottie/lottieparser.cpp and lottiemodel.h |
    | T | thorvg/thorvg of August 2026, src/loaders/lottie |
    | S | google/skia, modules/skottie, snapshots of 2021 to 2024 |
    | B | Telegram's rules for animated stickers, core.telegram.org/stickers, as its plug-in bodymovin-tg enforces them |
    | G | google/lottie-tools, data/wear_profile/v1.schema.json, commit b08aa79 of 26 February 2025 |
    | K | Kiln itself, Sources/Lottie/KilnLottieImport and Sources/SVGA/KilnSVGALowering |
    | N | svga/SVGAPlayer-iOS 2.5, commit 2e469f1 |
    | O | svga/SVGAPlayer-Android 2.6.1, commit 662d0dc |
    | V | svga/SVGAPlayer-Web 2.3.2, commit a218cbe |
    | L | svga/SVGAPlayer-Web-Lite 2.1.1, commit 5a4ad9d |
    | U | svga/SVGAPlayer-Flutter 2.2.0, commit de7de70 |
    """#
}
