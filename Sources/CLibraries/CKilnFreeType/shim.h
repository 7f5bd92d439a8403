// FreeType for Swift: the outlines and pictures of fonts.
#ifndef KILN_CFREETYPE_SHIM_H
#define KILN_CFREETYPE_SHIM_H

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include FT_MULTIPLE_MASTERS_H
#include FT_COLOR_H
#include FT_TRUETYPE_TABLES_H

#endif
