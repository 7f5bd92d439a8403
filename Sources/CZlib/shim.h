// zlib for Swift: the initializers are macros in zlib.h, which Swift cannot see.
#ifndef KILN_CZLIB_SHIM_H
#define KILN_CZLIB_SHIM_H

#define ZLIB_CONST
#include <zlib.h>

static inline int kiln_inflate_begin(z_stream *stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}

static inline int kiln_deflate_begin(z_stream *stream, int level, int window_bits) {
  // Memory level 9: the output is the best that zlib can do, and the memory is given back at once.
  return deflateInit2(stream, level, Z_DEFLATED, window_bits, 9, Z_DEFAULT_STRATEGY);
}

#endif
