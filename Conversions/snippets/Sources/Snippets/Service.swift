import Kiln

// snippet.service
/// Makes small WebP files of what strangers upload.
struct StickerService: Sendable {
  private let options: AnimationFile.Options

  init() {
    var options = AnimationFile.Options.untrusted
    options.pool = WorkPool(width: 4, maximumWaiting: 64)
    options.cache = MemoryCache(maximumBytes: 64 << 20)
    self.options = options
  }

  func sticker(from upload: some Sequence<UInt8> & Sendable) async throws(Diagnostic) -> NamedFile {
    let animation = try await AnimationFile(upload, options: options)
    var conversion = Conversion.Options()
    conversion.width = 240
    conversion.budget.bytes = 100_000
    return try await animation.convert(to: .webp, options: conversion, name: "sticker").files[0]
  }
}
// snippet.end

// snippet.status
extension FailureKind {
  /// Status of the response of HTTP.
  var status: Int {
    switch self {
    case .unknownFormat: 415
    case .malformed, .invalid, .demand: 422
    case .limit: 413
    case .request: 400
    case .unreadable: 404
    case .busy: 429
    case .cancelled: 499
    case .system: 503
    case .output, .bug: 500
    }
  }
}
// snippet.end

// snippet.assets
/// Images that were uploaded beside an animation, by name.
struct UploadedImages: AssetLoader {
  let images: [String: [UInt8]]

  func image(_ request: ImageRequest) throws(Diagnostic) -> [UInt8]? { images[request.file] }
}
// snippet.end

func serve(_ samples: Samples) async throws {
  let service = StickerService()
  let upload = try Files.read(samples.plane)
  // snippet.answer
  do throws(Diagnostic) {
    let sticker = try await service.sticker(from: upload)
    print(200, sticker.mediaType, sticker.bytes.count)
  } catch {
    print(error.failureKind.status, error.message)
  }
  // snippet.end
  // snippet.parallel
  try await withThrowingTaskGroup(of: Int.self) { group in
    for _ in 1...20 {
      group.addTask { try await service.sticker(from: upload).bytes.count }
    }
    for try await bytes in group { print(bytes, "bytes") }
  }
  // snippet.end
  // snippet.beside
  var options = AnimationFile.Options.untrusted
  options.assets = UploadedImages(images: ["logo.png": upload])
  // snippet.end
  precondition(options.assets is UploadedImages)
}
