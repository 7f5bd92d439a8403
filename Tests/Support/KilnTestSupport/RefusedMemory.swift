internal import CKilnAllocations

/// Memory that C libraries are refused.
public enum RefusedMemory {
  /// Whether it can be refused on this system.
  public static var isPossible: Bool { counts_allocations() != 0 }

  /// Does something in this thread while a library gets no memory.
  ///
  /// - Parameter library: Start of the name of the library's file.
  @discardableResult
  public static func ofLibrary<Result, Failure: Error>(
    _ library: StaticString, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    refuse_allocations(UnsafeRawPointer(library.utf8Start).assumingMemoryBound(to: CChar.self))
    defer { refuse_allocations(nil) }
    return try work()
  }
}
