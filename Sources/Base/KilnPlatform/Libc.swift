// The C library of the platform: whoever imports KilnPlatform has its names, so that no other file chooses among three.

#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#endif
