#pragma once

// Memory from the heap, where glibc lets a program replace malloc and no sanitizer does so itself; elsewhere nothing is
// counted or refused.

// How often this thread has asked for memory.
unsigned long allocation_count(void);

// Whether this system counts and refuses.
int counts_allocations(void);

// Refuses this thread the memory that a library asks for from now on, by the start of its file's name; none for NULL.
void refuse_allocations(const char *library);
