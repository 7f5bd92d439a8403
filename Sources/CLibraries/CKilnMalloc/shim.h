// Settings of glibc's allocator. Other C libraries have none.
#ifndef KILN_CMALLOC_SHIM_H
#define KILN_CMALLOC_SHIM_H

#include <stdlib.h>

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

// Returns freed memory to the system.
static inline void kiln_return_freed_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

#endif
