// Little CMS for Swift: contexts whose memory is limited, and the pixel formats, which are macros.
//
// Little CMS reports errors to the context's handler, which does nothing unless one is set, and returns NULL.
#ifndef KILN_CLCMS_SHIM_H
#define KILN_CLCMS_SHIM_H

#include <lcms2.h>
#include <lcms2_plugin.h>
#include <stdint.h>
#include <stdlib.h>

// Eight bits a channel, four bytes a pixel; bytes that are no channel are left alone.
static const cmsUInt32Number kiln_lcms_rgb = TYPE_RGBA_8;
static const cmsUInt32Number kiln_lcms_grey =
    COLORSPACE_SH(PT_GRAY) | EXTRA_SH(3) | CHANNELS_SH(1) | BYTES_SH(1);
static const cmsUInt32Number kiln_lcms_cmyk = TYPE_CMYK_8;
// 255 is no ink.
static const cmsUInt32Number kiln_lcms_inverted_cmyk = TYPE_CMYK_8_REV;

// The most bytes of one block of memory. Tables of real profiles have less than 10 MB; a damaged profile of a few bytes
// can claim a table of gigabytes.
static const cmsUInt32Number kiln_lcms_largest_block = 64u << 20;

static inline void *kiln_lcms_allocate(cmsContext context, cmsUInt32Number size) {
  (void)context;
  return size > kiln_lcms_largest_block ? NULL : malloc(size);
}

static inline void *kiln_lcms_allocate_zeroed(cmsContext context, cmsUInt32Number size) {
  (void)context;
  return size > kiln_lcms_largest_block ? NULL : calloc(1, size);
}

static inline void *kiln_lcms_allocate_array(cmsContext context, cmsUInt32Number count, cmsUInt32Number size) {
  (void)context;
  return (uint64_t)count * size > kiln_lcms_largest_block ? NULL : calloc(count, size);
}

static inline void *kiln_lcms_reallocate(cmsContext context, void *block, cmsUInt32Number size) {
  (void)context;
  return size > kiln_lcms_largest_block ? NULL : realloc(block, size);
}

static inline void kiln_lcms_free(cmsContext context, void *block) {
  (void)context;
  free(block);
}

/// A context of its own, which makes no block larger than `kiln_lcms_largest_block`; NULL if there is no memory.
static inline cmsContext kiln_lcms_create_context(void) {
  cmsPluginMemHandler handler = {
      .base = {.Magic = cmsPluginMagicNumber, .ExpectedVersion = 2060, .Type = cmsPluginMemHandlerSig, .Next = NULL},
      .MallocPtr = kiln_lcms_allocate,
      .FreePtr = kiln_lcms_free,
      .ReallocPtr = kiln_lcms_reallocate,
      .MallocZeroPtr = kiln_lcms_allocate_zeroed,
      .CallocPtr = kiln_lcms_allocate_array,
      .DupPtr = NULL,
  };
  return cmsCreateContext(&handler, NULL);
}

#endif
