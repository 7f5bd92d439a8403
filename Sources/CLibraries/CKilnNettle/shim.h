// Hash functions of Nettle for Swift.
#ifndef KILN_CNETTLE_SHIM_H
#define KILN_CNETTLE_SHIM_H

#include <nettle/sha2.h>

#endif
