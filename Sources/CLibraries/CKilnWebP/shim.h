// libwebp for Swift: the codec, and the containers for animations.
#ifndef KILN_CWEBP_SHIM_H
#define KILN_CWEBP_SHIM_H

#include <stdlib.h>
#include <webp/decode.h>
#include <webp/demux.h>
#include <webp/encode.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

// Keeps freed memory for what comes next, as far as glibc lets us.
static inline void kiln_keep_freed_memory(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 32 << 20); // the most that glibc takes
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

// Gives freed memory back to the system.
static inline void kiln_return_freed_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

#endif
