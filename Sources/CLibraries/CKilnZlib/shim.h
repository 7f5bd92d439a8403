// zlib for Swift: the initializer is a macro in zlib.h, which Swift cannot see.
#ifndef KILN_CZLIB_SHIM_H
#define KILN_CZLIB_SHIM_H

#define ZLIB_CONST
#include <zlib.h>

static inline int kiln_inflate_begin(z_stream *stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}

#endif
