/* What sys says of the program, the machine and this Python: each made when the module is, if the program names
 * it. */
#include "runtime/gc/gc.h"
#include "runtime/lib/io.h"
#include "runtime/lib/native.h"
#include "runtime/lib/structseq.h"
#include "runtime/lib/sys/sys.h"
#include "runtime/os/os.h"
#include "runtime/state.h"
#include "runtime/types/int.h"

#define MADE(name, fn) METHOD(sys, name, fn, 0, METHOD_MADE, NULL)

/* ---- named tuples ---- */

STRUCTSEQ_NEW(version_info, "sys.version_info", 5, 5, "major minor micro releaselevel serial", NULL);
STRUCTSEQ_NEW(float_info, "sys.float_info", 11, 11,
              "max max_exp max_10_exp min min_exp min_10_exp dig mant_dig epsilon radix rounds", NULL);
STRUCTSEQ_NEW(int_info, "sys.int_info", 4, 4,
              "bits_per_digit sizeof_digit default_max_str_digits str_digits_check_threshold", NULL);
STRUCTSEQ_NEW(hash_info, "sys.hash_info", 9, 9,
              "width modulus inf nan imag algorithm hash_bits seed_bits cutoff", NULL);
STRUCTSEQ_NEW(flags, "sys.flags", 18, 18,
              "debug inspect interactive optimize dont_write_bytecode no_user_site no_site ignore_environment "
              "verbose bytes_warning quiet hash_randomization isolated dev_mode utf8_mode "
              "warn_default_encoding safe_path int_max_str_digits",
              NULL);
STRUCTSEQ_NEW(thread_info, "sys.thread_info", 3, 3, "name lock version", NULL);

static val make_version_info(struct thread *t) {
    val v[5] = {val_small(3), val_small(11), val_small(2), str_ascii(t, "final"), val_small(0)};
    return structseq_new(t, &version_info, v);
}
static val make_float_info(struct thread *t) {
    val v[11] = {float_new(t, 1.7976931348623157e308),
                 val_small(1024),
                 val_small(308),
                 float_new(t, 2.2250738585072014e-308),
                 val_small(-1021),
                 val_small(-307),
                 val_small(15),
                 val_small(53),
                 float_new(t, 2.220446049250313e-16),
                 val_small(2),
                 val_small(1)};
    return structseq_new(t, &float_info, v);
}
static val make_int_info(struct thread *t) {
    val v[4] = {val_small(30), val_small(4), val_small(4300), val_small(640)};
    return structseq_new(t, &int_info, v);
}
static val make_hash_info(struct thread *t) {
    val v[9] = {val_small(64),      int_from_i64(t, (INT64_C(1) << 61) - 1),
                val_small(314159),  val_small(0),
                val_small(1000003), str_ascii(t, "siphash13"),
                val_small(64),      val_small(128),
                val_small(0)};
    return structseq_new(t, &hash_info, v);
}
static val make_flags(struct thread *t) {
    const char *seed = os_getenv("PYTHONHASHSEED");
    val v[18];
    for (int i = 0; i < 18; i++) v[i] = val_small(0);
    v[11] = val_small(!(seed && seed[0] == '0' && !seed[1]));
    v[13] = v[16] = FALSE;
    v[14] = val_small(io_utf8_mode());
    v[17] = val_small(4300);
    return structseq_new(t, &flags, v);
}
static val make_thread_info(struct thread *t) {
    val v[3] = {str_ascii(t, "pthread"), str_ascii(t, "futex"), NONE};
    return structseq_new(t, &thread_info, v);
}

/* ---- this Python ---- */

static const char version_text[] = "3.11.2 (py2)";
#if defined(__aarch64__)
static const char multiarch[] = "aarch64-linux-gnu";
#else
static const char multiarch[] = "x86_64-linux-gnu";
#endif

static val make_hexversion(struct thread *t) {
    return (void)t, val_small(0x030b02f0);
}

static val make_implementation(struct thread *t) {
    val ns = namespace_new(t), version = make_version_info(t);
    if (!ns || !version || namespace_set(t, ns, "name", str_ascii(t, "py2")) < 0 ||
        namespace_set(t, ns, "cache_tag", NONE) < 0 || namespace_set(t, ns, "version", version) < 0 ||
        namespace_set(t, ns, "hexversion", make_hexversion(t)) < 0 ||
        namespace_set(t, ns, "_multiarch", str_ascii(t, multiarch)) < 0)
        return 0;
    return ns;
}

#define TEXT(name, text)                                                                                     \
    static val make_##name(struct thread *t) { return str_ascii(t, text); }                                  \
    MADE(name, make_##name)
#define NUMBER(name, n)                                                                                      \
    static val make_##name(struct thread *t) { return int_from_i64(t, n); }                                  \
    MADE(name, make_##name)
TEXT(version, version_text);
TEXT(platform, "linux");
TEXT(byteorder, "little");
TEXT(copyright, "");
TEXT(float_repr_style, "short");
TEXT(abiflags, "");
TEXT(platlibdir, "lib");
TEXT(_framework, "");
NUMBER(maxsize, INT64_MAX);
NUMBER(maxunicode, 0x10ffff);
NUMBER(api_version, 1013);
MADE(hexversion, make_hexversion);
MADE(version_info, make_version_info);
MADE(float_info, make_float_info);
MADE(int_info, make_int_info);
MADE(hash_info, make_hash_info);
MADE(flags, make_flags);
MADE(thread_info, make_thread_info);
MADE(implementation, make_implementation);

static val make_git(struct thread *t) {
    val empty = EMPTY_STR;
    return tuple_of(t, 3, (val[3]){str_ascii(t, "py2"), empty, empty});
}
MADE(_git, make_git);

static val make_false(struct thread *t) {
    return (void)t, FALSE;
}
static val make_none(struct thread *t) {
    return (void)t, NONE;
}
static val make_list(struct thread *t) {
    return list_new(t, 0);
}
MADE(dont_write_bytecode, make_false);
MADE(pycache_prefix, make_none);
MADE(_stdlib_dir, make_none);
MADE(meta_path, make_list);
MADE(path_hooks, make_list);
MADE(path_importer_cache, dict_make);
MADE(_xoptions, dict_make);

/* Words separated by spaces. */
static val words(struct thread *t, const char *p) {
    val list = list_new(t, 4);
    while (list && *p) {
        const char *end = p;
        while (*end && *end != ' ') end++;
        val s = str_intern(t, str_utf8(t, p, (size_t)(end - p)));
        if (!s || list_push(t, list, s) < 0) return 0;
        p = *end ? end + 1 : end;
    }
    return list;
}

static val make_stdlib_names(struct thread *t) {
    /* CPython 3.11's sys.stdlib_module_names */
    static const char names[] =
    "__future__ _abc _aix_support _ast _asyncio _bisect _blake2 _bootsubprocess _bz2 "
    "_codecs _codecs_cn _codecs_hk _codecs_iso2022 _codecs_jp _codecs_kr _codecs_tw "
    "_collections _collections_abc _compat_pickle _compression _contextvars _crypt _csv "
    "_ctypes _curses _curses_panel _datetime _dbm _decimal _elementtree "
    "_frozen_importlib _frozen_importlib_external _functools _gdbm _hashlib _heapq _imp "
    "_io _json _locale _lsprof _lzma _markupbase _md5 _msi _multibytecodec "
    "_multiprocessing _opcode _operator _osx_support _overlapped _pickle _posixshmem "
    "_posixsubprocess _py_abc _pydecimal _pyio _queue _random _scproxy _sha1 _sha256 "
    "_sha3 _sha512 _signal _sitebuiltins _socket _sqlite3 _sre _ssl _stat _statistics "
    "_string _strptime _struct _symtable _thread _threading_local _tkinter _tokenize "
    "_tracemalloc _typing _uuid _warnings _weakref _weakrefset _winapi _zoneinfo abc "
    "aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 "
    "bdb binascii bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code "
    "codecs codeop collections colorsys compileall concurrent configparser contextlib "
    "contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal "
    "difflib dis distutils doctest email encodings ensurepip enum errno faulthandler "
    "fcntl filecmp fileinput fnmatch fractions ftplib functools gc genericpath getopt "
    "getpass gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib "
    "imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3 linecache "
    "locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib "
    "msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode "
    "operator optparse os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil "
    "platform plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile "
    "pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource "
    "rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site "
    "smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants "
    "sre_parse ssl stat statistics string stringprep struct subprocess sunau symtable "
    "sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap this "
    "threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc "
    "tty turtle turtledemo types typing unicodedata unittest urllib uu uuid venv "
    "warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp "
    "zipfile zipimport zlib zoneinfo";
    val list = words(t, names), set = list ? set_make(t, true) : 0;
    for (int64_t i = 0; set && i < AS(list, list)->len; i++)
        if (set_put(t, set, AS(list, list)->item[i]) < 0) return 0;
    return set;
}
MADE(stdlib_module_names, make_stdlib_names);

/* The modules written in C that the program carries. */
static val make_builtin_names(struct thread *t) {
    val list = words(t, "builtins sys");
    for (const struct native_module *m = __start_pynative; list && m < __stop_pynative; m++) {
        bool more = strlen(m->name) != 3 || memcmp(m->name, "sys", 3);
        val s = more ? str_intern(t, str_ascii(t, m->name)) : NONE;
        if (!s || (more && list_push(t, list, s) < 0)) return 0;
    }
    return list && list_sort_values(t, list, 0, false) == 0 ? rt_list_to_tuple(t, list) : 0;
}
MADE(builtin_module_names, make_builtin_names);

/* ---- the program ---- */

/* Bytes of the command line are decoded as CPython's file system encoding. */
static val from_system(struct thread *t, const char *z, size_t n) {
    return str_decode(t, (const uint8_t *)z, n, "utf-8", "surrogateescape");
}

static val make_argv(struct thread *t) {
    val list = list_new(t, os_argc());
    for (int i = 0; list && i < os_argc(); i++) {
        val s = from_system(t, os_argv()[i], strlen(os_argv()[i]));
        if (!s || list_push(t, list, s) < 0) return 0;
    }
    return list;
}
MADE(argv, make_argv);
MADE(orig_argv, make_argv);

static val make_executable(struct thread *t) {
    char *exe = gc_storage(t, 4096, false);
    if (!exe) return 0;
    int64_t n = os_executable(exe, 4096);
    return n > 0 ? from_system(t, exe, (size_t)n) : EMPTY_STR;
}
MADE(executable, make_executable);
MADE(_base_executable, make_executable);

/* The folder the program is in. */
static val make_prefix(struct thread *t) {
    val path = make_executable(t);
    int64_t slash = path ? AS(string, path)->len : 0;
    while (slash > 0 && str_at(AS(string, path), slash - 1) != '/') slash--;
    return path ? str_slice(t, path, 0, slash > 1 ? slash - 1 : slash) : 0;
}
static val make_path(struct thread *t) {
    val dir = make_prefix(t);
    return dir ? list_of(t, 1, &dir) : 0;
}
MADE(path, make_path);
MADE(prefix, make_prefix);
MADE(exec_prefix, make_prefix);
MADE(base_prefix, make_prefix);
MADE(base_exec_prefix, make_prefix);

/* PYTHONWARNINGS, separated by commas; the module `warnings` reads them. */
static val make_warnoptions(struct thread *t) {
    const char *p = os_getenv("PYTHONWARNINGS");
    val list = list_new(t, 2);
    while (list && p && *p) {
        const char *end = p;
        while (*end && *end != ',') end++;
        val s = from_system(t, p, (size_t)(end - p));
        if (!s || (end > p && list_push(t, list, s) < 0)) return 0;
        p = *end ? end + 1 : end;
    }
    return list;
}
MADE(warnoptions, make_warnoptions);
