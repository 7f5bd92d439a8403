#pragma once

// How often this thread has asked for memory from the heap. Counted where glibc lets a program replace malloc; always
// zero elsewhere.
unsigned long allocation_count(void);

// Whether this system counts.
int counts_allocations(void);
