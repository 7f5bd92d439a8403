/// A thread of its own, for what may block or never return.
package struct SystemThread {
  private let thread: pthread_t

  /// Starts a thread; nil if the system gives none.
  ///
  /// - Parameter stackSize: In bytes; nil for the system's default.
  package init?(stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void) {
    let context = Unmanaged.passRetained(Body(run: body))
    guard let thread = Self.start(stackSize, context.toOpaque()) else {
      context.release()
      return nil
    }
    self.thread = thread
  }

  /// Lets the thread go: its memory is freed when it ends.
  package func detach() { pthread_detach(thread) }

  /// Waits until the thread has ended, and frees its memory.
  package func join() { pthread_join(thread, nil) }

  private static func start(_ stackSize: Int?, _ context: UnsafeMutableRawPointer) -> pthread_t? {
    withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { memory in
      guard let attributes = memory.baseAddress, pthread_attr_init(attributes) == 0 else { return nil }
      defer { pthread_attr_destroy(attributes) }
      if let stackSize { pthread_attr_setstacksize(attributes, stackSize) }
      #if canImport(Darwin)
        var thread: pthread_t?
      #else
        var thread: pthread_t = 0
      #endif
      return pthread_create(&thread, attributes, { Self.main($0) }, context) == 0 ? thread : nil
    }
  }

  /// Entry of the thread. The pointer is optional on Linux only.
  private static func main(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
    return nil
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
