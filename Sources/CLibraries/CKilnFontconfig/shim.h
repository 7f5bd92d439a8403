// Fontconfig for Swift: which fonts are installed.
#ifndef KILN_CFONTCONFIG_SHIM_H
#define KILN_CFONTCONFIG_SHIM_H

#include <fontconfig/fontconfig.h>

#endif
