internal import CKilnFontconfig
internal import KilnPlatform

/// The configuration of fontconfig, on a system that may lack both files of configuration and a place for caches. Where one
/// of them is missing, fontconfig by itself prints errors, several of them for each folder of fonts.
enum FontConfiguration {
  /// The configuration of the system, or one of the usual folders, with its fonts; nil if there is no memory. The caller
  /// destroys it.
  static func load() -> OpaquePointer? {
    guard let config = FcConfigCreate() else { return nil }
    // A configuration is given when the file is asked for: without, fontconfig first loads what it then complains about.
    if let file = FcConfigGetFilename(config, nil) {
      FcConfigParseAndLoad(config, file, FcBool(FcFalse))
      FcStrFree(file)
    } else {
      FcConfigParseAndLoadFromMemory(config, usualFolders, FcBool(FcFalse))
    }
    if hasWritableCaches(config) {
      FcConfigBuildFonts(config)
    } else {
      withTemporaryCaches(config) { FcConfigBuildFonts(config) }
    }
    return config
  }

  /// Folders in which fonts usually are.
  private static let usualFolders = """
    <fontconfig>
      <dir>/usr/share/fonts</dir><dir>/usr/local/share/fonts</dir><dir prefix="xdg">fonts</dir><dir>~/.fonts</dir>
      <cachedir prefix="xdg">fontconfig</cachedir>
    </fontconfig>
    """

  /// Whether a folder of caches can be written, or made.
  private static func hasWritableCaches(_ config: OpaquePointer) -> Bool {
    guard let folders = FcConfigGetCacheDirs(config) else { return false }
    defer { FcStrListDone(folders) }
    while let folder = FcStrListNext(folders) {
      var path = String(cString: folder)
      // The nearest folder above it that there is decides.
      while access(path, F_OK) != 0, let slash = path.lastIndex(of: "/"), slash > path.startIndex {
        path = String(path[..<slash])
      }
      if access(path, W_OK) == 0 { return true }
    }
    return false
  }

  /// Gives the configuration a folder of caches that only this user can enter, while something is done.
  private static func withTemporaryCaches(_ config: OpaquePointer, _ body: () -> Void) {
    guard let folder = makeFolder() else { return body() }
    let escaped = folder.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    FcConfigParseAndLoadFromMemory(
      config, "<fontconfig><cachedir>\(escaped)</cachedir></fontconfig>", FcBool(FcFalse))
    body()
    removeFolder(folder)
  }

  /// Makes a folder of an unused name; nil if there is no place for it.
  private static func makeFolder() -> String? {
    let parents = [getenv("TMPDIR").map { String(cString: $0) }, "/tmp", "/dev/shm"]
    for parent in parents.compactMap(\.self) {
      var path = Array("\(parent)/kiln-fontconfig-XXXXXX".utf8CString)
      if mkdtemp(&path) != nil { return String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self) }
    }
    return nil
  }

  /// Removes a folder of files.
  private static func removeFolder(_ path: String) {
    guard let folder = opendir(path) else { return }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      if name != ".", name != ".." { unlink("\(path)/\(name)") }
    }
    closedir(folder)
    rmdir(path)
  }
}
