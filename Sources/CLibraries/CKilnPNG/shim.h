// libpng for Swift: two whole operations.
//
// libpng reports errors with longjmp, which must not cross Swift frames. So each function here sets its own jump
// target, does everything between creating and destroying libpng's structures, and returns 1 or 0. On 0 the text of the
// error is in `message`. Nothing is ever printed.
#ifndef KILN_CPNG_SHIM_H
#define KILN_CPNG_SHIM_H

#include <png.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  char *text;
  size_t capacity;
} kiln_png_message;

typedef struct {
  const uint8_t *bytes;
  size_t count;
  size_t offset;
} kiln_png_source;

static inline void kiln_png_on_error(png_structp png, png_const_charp text) {
  kiln_png_message *message = (kiln_png_message *)png_get_error_ptr(png);
  strncpy(message->text, text, message->capacity - 1);
  message->text[message->capacity - 1] = 0;
  png_longjmp(png, 1);
}

static inline void kiln_png_on_warning(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

static inline void kiln_png_on_read(png_structp png, png_bytep target, size_t count) {
  kiln_png_source *source = (kiln_png_source *)png_get_io_ptr(png);
  if (count > source->count - source->offset) png_error(png, "the file ends too early");
  memcpy(target, source->bytes + source->offset, count);
  source->offset += count;
}

/// Reads up to the first pixel. Without limits: the caller judges the size.
static inline int kiln_png_read_size(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height,
                                     char *message, size_t message_capacity) {
  kiln_png_message error = {message, message_capacity};
  kiln_png_source source = {bytes, count, 0};
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &error, kiln_png_on_error, kiln_png_on_warning);
  png_infop info = png == NULL ? NULL : png_create_info_struct(png);
  if (info == NULL || setjmp(png_jmpbuf(png))) {
    png_destroy_read_struct(&png, &info, NULL);
    return 0;
  }
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_set_read_fn(png, &source, kiln_png_on_read);
  png_read_info(png, info);
  *width = png_get_image_width(png, info);
  *height = png_get_image_height(png, info);
  png_destroy_read_struct(&png, &info, NULL);
  return 1;
}

/// Decodes a picture of at most `width` × `height` to straight RGBA, eight bits a channel, rows without padding.
static inline int kiln_png_decode(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *rgba,
                                  char *message, size_t message_capacity) {
  kiln_png_message error = {message, message_capacity};
  kiln_png_source source = {bytes, count, 0};
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &error, kiln_png_on_error, kiln_png_on_warning);
  png_infop info = png == NULL ? NULL : png_create_info_struct(png);
  if (info == NULL || setjmp(png_jmpbuf(png))) {
    png_destroy_read_struct(&png, &info, NULL);
    return 0;
  }
  png_set_user_limits(png, width, height);
  // Text, profiles and the like are never used: skipping them saves their memory and tolerates their faults.
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_set_read_fn(png, &source, kiln_png_on_read);
  png_read_info(png, info);
  png_set_expand(png);
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  if (png_get_image_width(png, info) != width || png_get_image_height(png, info) != height ||
      png_get_rowbytes(png, info) != (size_t)width * 4) {
    png_error(png, "the size changed while decoding");
  }
  for (int pass = 0; pass < passes; pass++) {
    for (uint32_t y = 0; y < height; y++) png_read_row(png, rgba + (size_t)y * width * 4, NULL);
  }
  // No png_read_end: all pixels are there, so a missing end chunk is no reason to refuse the picture.
  png_destroy_read_struct(&png, &info, NULL);
  return 1;
}

#endif
