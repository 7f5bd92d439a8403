// Hash functions of OpenSSL for Swift.
#ifndef KILN_CCRYPTO_SHIM_H
#define KILN_CCRYPTO_SHIM_H

// The functions of one algorithm: those that find algorithms by name bring a megabyte of code, and load their settings.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

#endif
