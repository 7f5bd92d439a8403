// zlib for mutators, which pack and unpack by other code than Kiln's own.
#define ZLIB_CONST
#include <zlib.h>
