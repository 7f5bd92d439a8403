// libwebp for Swift: the codec, and the containers for animations.
#ifndef KILN_CWEBP_SHIM_H
#define KILN_CWEBP_SHIM_H

#include <webp/decode.h>
#include <webp/demux.h>
#include <webp/encode.h>

#endif
