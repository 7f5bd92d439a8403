#if canImport(CommonCrypto)
  internal import CommonCrypto

  /// Incremental SHA-256 of the system's library.
  struct SHA256Hasher {
    private var context = CC_SHA256_CTX()

    init() { CC_SHA256_Init(&context) }

    mutating func update(_ bytes: [UInt8]) { CC_SHA256_Update(&context, bytes, CC_LONG(bytes.count)) }

    /// The 32 bytes of the digest of all bytes so far.
    var digest: [UInt8] {
      var (context, bytes) = (context, [UInt8](repeating: 0, count: Int(CC_SHA256_DIGEST_LENGTH)))
      CC_SHA256_Final(&bytes, &context)
      return bytes
    }
  }
#elseif OpenSSL
  internal import CKilnCrypto

  /// Incremental SHA-256 of OpenSSL.
  struct SHA256Hasher {
    private var context = SHA256_CTX()

    init() { SHA256_Init(&context) }

    mutating func update(_ bytes: [UInt8]) { SHA256_Update(&context, bytes, bytes.count) }

    /// The 32 bytes of the digest of all bytes so far.
    var digest: [UInt8] {
      var (context, bytes) = (context, [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH)))
      SHA256_Final(&bytes, &context)
      return bytes
    }
  }
#else
  typealias SHA256Hasher = PortableSHA256Hasher
#endif
