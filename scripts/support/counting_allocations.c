// Counts allocations of memory and the most bytes that are held at a time; for bench/guard, by LD_PRELOAD.
//
//   KILN_ALLOCATION_COUNTS  a file that each process which ends adds a line to: allocations, and the most bytes at a time
//
// Bytes are those that the C library sets aside (malloc_usable_size), so that they are the same in every run of one thread.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static _Atomic uint64_t allocations;
static _Atomic int64_t held, most;

static void *added(void *memory) {
  if (!memory) return NULL;
  atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
  int64_t size = (int64_t)malloc_usable_size(memory);
  int64_t now = atomic_fetch_add_explicit(&held, size, memory_order_relaxed) + size;
  int64_t before = atomic_load_explicit(&most, memory_order_relaxed);
  while (now > before && !atomic_compare_exchange_weak(&most, &before, now)) {
  }
  return memory;
}

static void removed(size_t size) { atomic_fetch_sub_explicit(&held, (int64_t)size, memory_order_relaxed); }

void *malloc(size_t size) { return added(__libc_malloc(size)); }
void *calloc(size_t items, size_t size) { return added(__libc_calloc(items, size)); }
void *memalign(size_t alignment, size_t size) { return added(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return added(__libc_memalign(alignment, size)); }

void *realloc(void *memory, size_t size) {
  size_t old = malloc_usable_size(memory);
  void *moved = __libc_realloc(memory, size);
  if (moved || size == 0) removed(old);
  return added(moved);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  void *made = memalign(alignment, size);
  if (!made) return ENOMEM;
  *memory = made;
  return 0;
}

void free(void *memory) {
  removed(malloc_usable_size(memory));
  __libc_free(memory);
}

__attribute__((destructor)) static void end(void) {
  const char *path = getenv("KILN_ALLOCATION_COUNTS");
  int file = path ? open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666) : -1;
  if (file < 0) return;
  dprintf(file, "%llu %lld\n", (unsigned long long)allocations, (long long)most);
  close(file);
}
