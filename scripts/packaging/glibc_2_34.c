// Functions for which a program would need a C library newer than glibc 2.34. Linked into the programs of releases.

#include <stddef.h>
#include <sys/random.h>

// glibc 2.35 gave `hypotf` and `hypot` new versions; Swift's overlay of the C library refers to the first. The squares of
// floats are exact in double, and with -fno-math-errno the root is one instruction.
__attribute__((visibility("hidden"))) float hypotf(float x, float y) {
  if (__builtin_isinf(x) || __builtin_isinf(y)) return __builtin_inff();
  return (float)__builtin_sqrt((double)x * x + (double)y * y);
}

// glibc 2.36 has it. Debian's archive of expat calls it for the seed of its hash tables.
__attribute__((visibility("hidden"))) void arc4random_buf(void *to, size_t count) {
  for (char *at = to; count > 0;) {
    ssize_t got = getrandom(at, count < 256 ? count : 256, 0);
    if (got > 0) at += got, count -= (size_t)got;
  }
}
