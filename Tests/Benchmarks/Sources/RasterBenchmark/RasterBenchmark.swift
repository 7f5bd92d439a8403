internal import KilnGeometry
internal import KilnPixels
internal import KilnRasterizer

/// How long each stage of drawing takes.
///
///     RasterBenchmark [TEXT]
///
/// Prints a line a stage whose name contains the text: microseconds for one run, the least of many.
@main
struct RasterBenchmark {
  private static let side = 512

  static func main() {
    let wanted = CommandLine.arguments.dropFirst().first ?? ""
    print("stage                                          µs")
    for (name, run) in stages() where name.contains(wanted) {
      let (whole, part) = (Int(least(run) * 10) / 10, Int(least(run) * 10) % 10)
      print("\(name)\(String(repeating: " ", count: max(1, 40 - name.count)))\(pad(whole)).\(part)")
    }
  }

  private static func pad(_ number: Int) -> String {
    String(repeating: " ", count: max(0, 8 - String(number).count)) + String(number)
  }

  /// Microseconds of the fastest run within a fifth of a second.
  private static func least(_ run: () -> Void) -> Double {
    let clock = ContinuousClock()
    let end = clock.now + .milliseconds(200)
    var least = Duration.seconds(1000)
    while clock.now < end { least = min(least, clock.measure(run)) }
    return Double(least.components.attoseconds) / 1e12 + Double(least.components.seconds) * 1e6
  }

  /// Names and what to run. Each holds on to its memory, as a renderer does.
  private static func stages() -> [(String, () -> Void)] {
    let circle = Path.ellipse(center: Point(256, 256), radii: Size(250, 250))
    let canvas = Canvas(side)
    var stages: [(String, () -> Void)] = []
    func add(_ name: String, _ run: @escaping () -> Void) { stages.append((name, run)) }

    var outline = FlatOutline(circle, transform: .identity)
    add("flatten: circle") { outline.assign(circle, transform: .identity) }
    add("flatten: star that crosses itself") { outline.assign(star, transform: .identity) }
    for (name, style) in [
      ("round", StrokeStyle(width: 9, cap: .round, join: .round)), ("miter", StrokeStyle(width: 9)),
      ("dashed", StrokeStyle(width: 9, cap: .round, join: .round, dashes: [12, 15])),
    ] {
      add("stroke outline: circle, \(name)") { _ = circle.strokeOutline(style, tolerance: Rasterizer.tolerance) }
    }

    let faint = Rasterizer.Paint.color(PremultipliedColor(red: 0, green: 0, blue: 0, alpha: 0.01))
    for (name, path) in [
      ("circle", circle), ("comb, 60 teeth", comb), ("star that crosses itself", star),
      ("stroke of 0.7 pixels", circle.strokeOutline(StrokeStyle(width: 0.7), tolerance: Rasterizer.tolerance).path),
    ] {
      let outline = FlatOutline(path, transform: .identity)
      add("coverage and sweep: \(name)") {
        canvas.fill(Rasterizer.Area(path, .identity, outline: outline), with: faint)
      }
    }

    let all = Rasterizer.Area(Rect(x: 0, y: 0, width: Double(side), height: Double(side)), .identity)
    for (name, paint) in paints { add("paint: \(name)") { canvas.fill(all, with: paint) } }
    let picture = MipmappedImage(layer)
    for (name, map) in [
      ("bitmap", Affine.scale(1.3, 1.3)), ("bitmap, turned", Affine(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 100, ty: 0)),
    ] {
      add("paint: \(name)") { canvas.rasterizer.draw(picture, transform: map, opacity: 1, into: &canvas.pixmap) }
    }

    let source = layer
    let mask = layer
    add("composite: layer") { canvas.pixmap.draw(source, x: 0, y: 0, opacity: 1) }
    add("composite: layer at half opacity") { canvas.pixmap.draw(source, x: 0, y: 0, opacity: 0.5) }
    add("composite: layer through a mask") { canvas.pixmap.draw(source, x: 0, y: 0, opacity: 1, mask: mask) }
    var matte = layer
    add("composite: luma matte") { matte.replaceAlphaByLuminance() }
    for mode in BlendMode.allCases {
      add("blend: \(mode)") { canvas.pixmap.blend(source, x: 0, y: 0, mode: mode) }
    }
    for deviation in [1.0, 4, 20] {
      add("filter: blur by \(Int(deviation))") {
        var picture = source
        picture.blur(deviationX: deviation, deviationY: deviation)
      }
    }
    add("filter: tint") {
      var picture = source
      picture.tint(black: [0, 0, 0.2, 1], white: [1, 0.9, 0.8, 1], amount: 0.7, showsPicture: true)
    }
    return stages
  }

  private static var paints: [(String, Rasterizer.Paint)] {
    let half = PremultipliedColor(red: 1, green: 0.5, blue: 0, alpha: 0.5)
    func gradient(_ geometry: GradientGeometry) -> Rasterizer.Paint {
      let shader = GradientShader(geometry) { PremultipliedColor(red: $0, green: 1 - $0, blue: 0.3, alpha: 1) }
      return .gradient(shader, .identity)
    }
    let (center, focus) = (Point(256, 256), Point(300, 200))
    return [
      ("one colour", .color(.white)), ("one colour, translucent", .color(half)),
      ("linear gradient", gradient(.linear(start: .zero, end: Point(512, 300)))),
      ("radial gradient", gradient(.radial(center: center, radius: 250, focus: center))),
      ("radial gradient with a focus", gradient(.radial(center: center, radius: 250, focus: focus))),
    ]
  }

  /// Eleven corners, each joined with the fifth one after it.
  private static var star: Path {
    var path = Path()
    for index in 0..<11 {
      let (sine, cosine) = Scalar.sineCosine(Double(index * 5) * 2 * .pi / 11)
      let corner = Point(256 + 250 * cosine, 256 + 250 * sine)
      if index == 0 { path.move(to: corner) } else { path.line(to: corner) }
    }
    path.close()
    return path
  }

  private static var comb: Path {
    var path = Path()
    path.move(to: Point(5, 500))
    for tooth in 0..<60 {
      path.line(to: Point(7 + Double(tooth) * 8, 10))
      path.line(to: Point(12 + Double(tooth) * 8, 480))
    }
    path.line(to: Point(495, 500))
    path.close()
    return path
  }

  /// A translucent disc that fades, with nothing around it.
  private static var layer: Pixmap {
    let canvas = Canvas(256)
    let center = Point(128, 128)
    let shader = GradientShader(.radial(center: center, radius: 120, focus: center)) {
      PremultipliedColor(red: 1, green: $0, blue: 0.2, alpha: 1.3 - $0)
    }
    let area = Rasterizer.Area(.ellipse(center: center, radii: Size(120, 120)), .identity)
    canvas.fill(area, with: .gradient(shader, .identity))
    return canvas.pixmap
  }
}

/// A pixmap with what draws into it.
private final class Canvas {
  var rasterizer = Rasterizer()
  var pixmap: Pixmap

  init(_ side: Int) {
    pixmap = Pixmap(width: side, height: side)
  }

  func fill(_ area: Rasterizer.Area, with paint: Rasterizer.Paint) {
    rasterizer.fill(area, rule: .nonZero, with: paint, into: &pixmap)
  }
}
