internal import KilnDiagnostics

/// A check with the rules whose findings it makes. Rules that look at the same thing share one.
struct Inspector: Sendable {
  /// Kind of element that is inspected. All inspectors of a kind are called on one walk over the file.
  enum Visit: Sendable {
    /// A file of any format, before it is read.
    case file(@Sendable (FileVisit) -> Void)
    /// Bytes and archive, before anything else is read.
    case container(@Sendable (ContainerVisit) -> Void)
    /// Each composition with all its layers.
    case composition(@Sendable (CompositionVisit) -> Void)
    /// Each layer.
    case layer(@Sendable (LayerVisit) -> Void)
    /// Each item of a shape layer.
    case shape(@Sendable (ShapeVisit) -> Void)
    /// Each property with its keyframes.
    case property(@Sendable (PropertyVisit) -> Void)
    /// Each mask.
    case mask(@Sendable (MaskVisit) -> Void)
    /// Each effect.
    case effect(@Sendable (EffectVisit) -> Void)
    /// Each element of `assets`.
    case asset(@Sendable (AssetVisit) -> Void)
    /// The whole document, after the walk, with what it counted.
    case document(@Sendable (DocumentVisit) -> Void)
    /// An SVGA movie.
    case movie(@Sendable (MovieVisit) -> Void)
    /// The baked timeline.
    case timeline(@Sendable (TimelineVisit) -> Void)
    /// The drawn frames.
    case frames(@Sendable (FramesVisit) -> Void)
    /// A file beside its source.
    case comparison(@Sendable (ComparisonVisit) -> Void)
    /// A picture or an atlas.
    case picture(@Sendable (PictureVisit) -> Void)
  }

  let rules: [ValidationRule]
  let visit: Visit

  init(_ rules: [ValidationRule], _ visit: Visit) {
    self.rules = rules
    self.visit = visit
  }

  /// An inspector of rules without options.
  init(_ category: ValidationRule.Category, _ rules: [Rule], _ visit: Visit) {
    self.init(rules.map { ValidationRule($0, category) }, visit)
  }
}

/// The inspectors that have a rule which is wanted, by what they look at.
struct InspectorTable {
  private(set) var file: [@Sendable (FileVisit) -> Void] = []
  private(set) var container: [@Sendable (ContainerVisit) -> Void] = []
  private(set) var composition: [@Sendable (CompositionVisit) -> Void] = []
  private(set) var layer: [@Sendable (LayerVisit) -> Void] = []
  private(set) var shape: [@Sendable (ShapeVisit) -> Void] = []
  private(set) var property: [@Sendable (PropertyVisit) -> Void] = []
  private(set) var mask: [@Sendable (MaskVisit) -> Void] = []
  private(set) var effect: [@Sendable (EffectVisit) -> Void] = []
  private(set) var asset: [@Sendable (AssetVisit) -> Void] = []
  private(set) var document: [@Sendable (DocumentVisit) -> Void] = []
  private(set) var movie: [@Sendable (MovieVisit) -> Void] = []
  private(set) var timeline: [@Sendable (TimelineVisit) -> Void] = []
  private(set) var frames: [@Sendable (FramesVisit) -> Void] = []
  private(set) var comparison: [@Sendable (ComparisonVisit) -> Void] = []
  private(set) var picture: [@Sendable (PictureVisit) -> Void] = []

  init(_ findings: FindingCollector) {
    for inspector in ValidationCatalogue.inspectors
    where inspector.rules.contains(where: { findings.isWanted($0.rule) }) {
      switch inspector.visit {
      case .file(let body): file.append(body)
      case .container(let body): container.append(body)
      case .composition(let body): composition.append(body)
      case .layer(let body): layer.append(body)
      case .shape(let body): shape.append(body)
      case .property(let body): property.append(body)
      case .mask(let body): mask.append(body)
      case .effect(let body): effect.append(body)
      case .asset(let body): asset.append(body)
      case .document(let body): document.append(body)
      case .movie(let body): movie.append(body)
      case .timeline(let body): timeline.append(body)
      case .frames(let body): frames.append(body)
      case .comparison(let body): comparison.append(body)
      case .picture(let body): picture.append(body)
      }
    }
  }
}
