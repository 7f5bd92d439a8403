/// Version of Kiln.
public enum KilnVersion {
  /// Numbers with dots between them, as in `kiln --version`.
  public static let text = "0.1.0"
}
