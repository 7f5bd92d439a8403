// Functions of libFuzzer, which -sanitize=fuzzer links; LLVM installs no header with them for C.
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*run)(const uint8_t *data, size_t size));
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t capacity);
