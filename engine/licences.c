/* The licences of what is inside py2, carried as the packages it was built from give them. */
#include "engine/rule.h"

#ifdef PY2_LICENCE_FOLDER
#define CARRY(symbol, file)                                                                                  \
    __asm__(".section .rodata\n.globl py2_licence_" symbol "\npy2_licence_" symbol                           \
            ":\n.incbin \"" PY2_LICENCE_FOLDER "/" file "\"\n.byte 0\n.previous\n")
CARRY("lua", "lua");
CARRY("lfs", "lfs");
CARRY("openssl", "openssl");
CARRY("zstd", "zstd");
CARRY("python", "python");
CARRY("libc", "libc");
extern const char py2_licence_lua[], py2_licence_lfs[], py2_licence_openssl[], py2_licence_zstd[],
    py2_licence_python[], py2_licence_libc[];

const struct licence py2_licences[] = {
    {"Lua 5.4", py2_licence_lua},
    {"LuaFileSystem", py2_licence_lfs},
    {"OpenSSL libcrypto", py2_licence_openssl},
    {"Zstandard", py2_licence_zstd},
    {"Python standard library", py2_licence_python},
    {"GNU C Library", py2_licence_libc},
    {NULL, NULL},
};
#endif
