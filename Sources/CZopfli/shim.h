#include <stdlib.h>
#include <zopfli/zlib_container.h>
