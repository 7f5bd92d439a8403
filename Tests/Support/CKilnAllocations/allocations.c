#define _GNU_SOURCE
#include "allocations.h"

#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER
#endif
#endif

#if defined(__GLIBC__) && !defined(HAS_SANITIZER)

#include <dlfcn.h>
#include <errno.h>
#include <string.h>

static __thread unsigned long count;
static __thread const char *refused;

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static int is_refused(void *caller) {
  count++;
  if (!refused) return 0;
  Dl_info info;
  if (!dladdr(caller, &info) || !info.dli_fname) return 0;
  const char *slash = strrchr(info.dli_fname, '/');
  if (strncmp(slash ? slash + 1 : info.dli_fname, refused, strlen(refused))) return 0;
  errno = ENOMEM;
  return 1;
}

#define CALLER __builtin_return_address(0)

void *malloc(size_t size) { return is_refused(CALLER) ? NULL : __libc_malloc(size); }

void *calloc(size_t items, size_t size) { return is_refused(CALLER) ? NULL : __libc_calloc(items, size); }

void *realloc(void *memory, size_t size) { return is_refused(CALLER) ? NULL : __libc_realloc(memory, size); }

void *aligned_alloc(size_t alignment, size_t size) {
  return is_refused(CALLER) ? NULL : __libc_memalign(alignment, size);
}

unsigned long allocation_count(void) { return count; }
int counts_allocations(void) { return 1; }
void refuse_allocations(const char *library) { refused = library; }

#else

unsigned long allocation_count(void) { return 0; }
int counts_allocations(void) { return 0; }
void refuse_allocations(const char *library) { (void)library; }

#endif
