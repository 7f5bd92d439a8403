// libjpeg-turbo for Swift: two whole operations.
//
// libjpeg calls `error_exit`, which must not return, so it jumps; a jump must not cross Swift frames. Each function
// here sets its own jump target and returns 1 or 0. On 0 the text of the error is in `message`. Nothing is ever printed.
#ifndef KILN_CJPEG_SHIM_H
#define KILN_CJPEG_SHIM_H

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

typedef struct {
  struct jpeg_error_mgr base;  // Must be first: libjpeg only knows this part.
  jmp_buf target;
  char *text;
  size_t capacity;
} kiln_jpeg_error;

static inline void kiln_jpeg_on_error(j_common_ptr info) {
  kiln_jpeg_error *error = (kiln_jpeg_error *)info->err;
  char text[JMSG_LENGTH_MAX] = {0};
  error->base.format_message(info, text);
  strncpy(error->text, text, error->capacity - 1);
  error->text[error->capacity - 1] = 0;
  longjmp(error->target, 1);
}

static inline void kiln_jpeg_on_message(j_common_ptr info, int level) {
  if (level >= 0) return;
  // libjpeg paints missing data grey and goes on. A picture of which a part is lost is an error for us.
  int code = info->err->msg_code;
  if (code == JWRN_JPEG_EOF || code == JWRN_HIT_MARKER) kiln_jpeg_on_error(info);
}

static inline void kiln_jpeg_on_output(j_common_ptr info) { (void)info; }

static inline void kiln_jpeg_on_progress(j_common_ptr info) {
  // Every scan of a progressive file costs a pass over all pixels, and a scan can be a few bytes short.
  if (info->is_decompressor && ((j_decompress_ptr)info)->input_scan_number > 200) {
    info->err->msg_code = JERR_BAD_PROGRESSION;
    kiln_jpeg_on_error(info);
  }
}

static inline struct jpeg_error_mgr *kiln_jpeg_error_begin(kiln_jpeg_error *error, char *message, size_t capacity) {
  jpeg_std_error(&error->base);
  error->base.error_exit = kiln_jpeg_on_error;
  error->base.emit_message = kiln_jpeg_on_message;
  error->base.output_message = kiln_jpeg_on_output;
  error->text = message;
  error->capacity = capacity;
  return &error->base;
}

/// Reads the header. Without limits: the caller judges the size.
static inline int kiln_jpeg_read_size(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height,
                                      char *message, size_t message_capacity) {
  kiln_jpeg_error error;
  struct jpeg_decompress_struct info;
  memset(&info, 0, sizeof info);
  info.err = kiln_jpeg_error_begin(&error, message, message_capacity);
  if (setjmp(error.target)) {
    jpeg_destroy_decompress(&info);
    return 0;
  }
  jpeg_create_decompress(&info);
  jpeg_mem_src(&info, bytes, count);
  jpeg_read_header(&info, TRUE);
  *width = info.image_width;
  *height = info.image_height;
  jpeg_destroy_decompress(&info);
  return 1;
}

/// Decodes a picture of exactly `width` × `height`, four bytes a pixel, rows without padding.
///
/// `components` is the number of the file's channels: with four the pixels are cyan, magenta, yellow and black, which
/// Adobe's programs store inverted, and say so with their marker; with fewer they are RGBA, alpha 255.
static inline int kiln_jpeg_decode(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height,
                                   uint8_t *pixels, int *components, int *is_inverted, char *message,
                                   size_t message_capacity) {
  kiln_jpeg_error error;
  struct jpeg_decompress_struct info;
  struct jpeg_progress_mgr progress;
  memset(&info, 0, sizeof info);
  memset(&progress, 0, sizeof progress);
  info.err = kiln_jpeg_error_begin(&error, message, message_capacity);
  if (setjmp(error.target)) {
    jpeg_destroy_decompress(&info);
    return 0;
  }
  jpeg_create_decompress(&info);
  progress.progress_monitor = kiln_jpeg_on_progress;
  info.progress = &progress;
  jpeg_mem_src(&info, bytes, count);
  jpeg_read_header(&info, TRUE);
  int is_cmyk = info.jpeg_color_space == JCS_CMYK || info.jpeg_color_space == JCS_YCCK;
  *components = is_cmyk ? 4 : info.num_components;
  *is_inverted = info.saw_Adobe_marker;
  info.out_color_space = is_cmyk ? JCS_CMYK : JCS_EXT_RGBA;
  jpeg_start_decompress(&info);
  if (info.output_width != width || info.output_height != height) {
    info.err->msg_code = JERR_IMAGE_TOO_BIG;
    kiln_jpeg_on_error((j_common_ptr)&info);
  }
  while (info.output_scanline < height) {
    JSAMPROW row = pixels + (size_t)info.output_scanline * width * 4;
    jpeg_read_scanlines(&info, &row, 1);
  }
  jpeg_destroy_decompress(&info);
  return 1;
}

#endif
