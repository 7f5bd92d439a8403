// libyaml for Swift.
#ifndef KILN_CYAML_SHIM_H
#define KILN_CYAML_SHIM_H

#include <yaml.h>

#endif
