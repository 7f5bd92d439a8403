// zlib for Swift: the initializer is a macro in zlib.h, which Swift cannot see.
#ifndef KILN_CZLIB_SHIM_H
#define KILN_CZLIB_SHIM_H

#define ZLIB_CONST
#include <zlib.h>

static inline int kiln_inflate_begin(z_stream *stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}

/// Deflates a whole buffer as a zlib stream; 0 if it does not fit.
static inline unsigned long kiln_deflate(
    const unsigned char *source, unsigned source_size, unsigned char *target, unsigned target_size, int strategy) {
  z_stream stream = {0};
  if (deflateInit2(&stream, 9, Z_DEFLATED, 15, 9, strategy) != Z_OK) return 0;
  stream.next_in = source;
  stream.avail_in = source_size;
  stream.next_out = target;
  stream.avail_out = target_size;
  int status = deflate(&stream, Z_FINISH);
  unsigned long size = stream.total_out;
  deflateEnd(&stream);
  return status == Z_STREAM_END ? size : 0;
}

#endif
