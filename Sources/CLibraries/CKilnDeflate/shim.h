// libdeflate for Swift.
#ifndef KILN_CDEFLATE_SHIM_H
#define KILN_CDEFLATE_SHIM_H

#include <libdeflate.h>

#endif
