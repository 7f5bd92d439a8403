// Fails allocations of memory that one library asks for, and says in which library a program crashes; for
// oracles/allocation-failures, by LD_PRELOAD. All others, of Swift's runtime too, which ends without memory, are served.
//
//   KILN_FAILING_LIBRARY  start of the file's name, such as libpng16.so
//   KILN_FAILING_COUNT    a file of 8 bytes: how often the library asked so far, in all processes that share it
//   KILN_FAILING_FIRST    number of the first allocation that fails, from 1; 0 for none
//   KILN_FAILING_LAST     number of the last one
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static const char *library;
static _Atomic uint64_t *count;
static uint64_t first, last;

static const char *file_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/// Whether code of the library is at an address. Asks the loader once for each place of a call.
static int is_library(void *address) {
  static _Atomic uintptr_t known[1 << 14];
  uintptr_t place = (uintptr_t)address;
  _Atomic uintptr_t *entry = &known[(place ^ place >> 14) % (1 << 14)];
  uintptr_t found = atomic_load_explicit(entry, memory_order_relaxed);
  if (found >> 1 == place) return found & 1;
  Dl_info info;
  uintptr_t is_it = dladdr(address, &info) && info.dli_fname &&
                    strncmp(file_name(info.dli_fname), library, strlen(library)) == 0;
  atomic_store_explicit(entry, place << 1 | is_it, memory_order_relaxed);
  return is_it;
}

static int fails(void *caller) {
  if (!count || !is_library(caller)) return 0;
  uint64_t number = atomic_fetch_add(count, 1) + 1;
  if (number < first || number > last) return 0;
  errno = ENOMEM;
  return 1;
}

#define CALLER __builtin_extract_return_addr(__builtin_return_address(0))

void *malloc(size_t size) { return fails(CALLER) ? NULL : __libc_malloc(size); }
void *calloc(size_t items, size_t size) { return fails(CALLER) ? NULL : __libc_calloc(items, size); }
void *realloc(void *memory, size_t size) { return fails(CALLER) ? NULL : __libc_realloc(memory, size); }
void *memalign(size_t alignment, size_t size) { return fails(CALLER) ? NULL : __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { return fails(CALLER) ? NULL : __libc_memalign(alignment, size); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (fails(CALLER)) return ENOMEM;
  void *made = __libc_memalign(alignment, size);
  if (!made) return ENOMEM;
  *memory = made;
  return 0;
}

// Those of the C library call its own malloc.
char *strdup(const char *text) {
  if (fails(CALLER)) return NULL;
  size_t size = strlen(text) + 1;
  char *copy = __libc_malloc(size);
  return copy ? memcpy(copy, text, size) : NULL;
}

static int is_system(const char *name) {
  static const char *const names[] = {"failing_allocations", "libc.so", "ld-linux", "linux-vdso"};
  for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
    if (strncmp(name, names[index], strlen(names[index])) == 0) return 1;
  }
  return 0;
}

/// Says the innermost library but the system's, its function, and which one of its functions was called from outside.
static void on_crash(int number) {
  void *frames[64];
  int depth = backtrace(frames, 64);
  const char *crashed = NULL, *inner = "?", *outer = "?";
  for (int index = 0; index < depth; index++) {
    Dl_info info;
    if (!dladdr(frames[index], &info) || !info.dli_fname) continue;
    const char *name = file_name(info.dli_fname), *function = info.dli_sname ? info.dli_sname : "?";
    if (crashed ? strcmp(crashed, name) != 0 : is_system(name)) {
      if (crashed) break;
      continue;
    }
    if (!crashed) inner = function;
    crashed = name;
    outer = function;
  }
  dprintf(2, "crashed in %s: %s of %s\n", crashed ? crashed : "?", inner, outer);
  signal(number, SIG_DFL);
  raise(number);
}

static uint64_t number(const char *name) {
  const char *text = getenv(name);
  return text ? strtoull(text, NULL, 10) : 0;
}

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("KILN_FAILING_COUNT");
  library = getenv("KILN_FAILING_LIBRARY");
  int file = path && library ? open(path, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *shared = mmap(NULL, 8, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (shared == MAP_FAILED) return;
  first = number("KILN_FAILING_FIRST");
  last = number("KILN_FAILING_LAST");
  // Loads what unwinds the stack.
  void *frame;
  backtrace(&frame, 1);
  static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
  for (size_t index = 0; index < sizeof crashes / sizeof *crashes; index++) signal(crashes[index], on_crash);
  count = shared;
}
