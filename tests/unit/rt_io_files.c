/* Files: text and bytes through all layers, positions, errors, memory files, what is flushed when. */
#include <stdlib.h>
#include "rt_core_support.h"
#include "runtime/lib/io.h"

static char dir[64], path[96];

static int enter(void **state) {
    strcpy(dir, "/tmp/py2_io_XXXXXX");
    if (start(state) < 0 || !mkdtemp(dir)) return -1;
    snprintf(path, sizeof path, "%s/file", dir);
    return 0;
}
static int leave(void **state) {
    (void)state;
    os_unlink(path);
    return os_rmdir(dir);
}

static val file(const char *mode) {
    return io_open(t, S(path), S(mode), -1, 0, 0, 0, true, 0);
}
static val file_nl(const char *mode, const char *newline) {
    return io_open(t, S(path), S(mode), -1, 0, 0, S(newline), true, 0);
}
static val m0(val o, const char *name) {
    return o ? call_method0(t, o, S(name)) : 0;
}
static val m1(val o, const char *name, val a) {
    return o ? call_method1(t, o, S(name), a) : 0;
}
static val B_(const char *p) {
    return bytes_new(t, p, strlen(p));
}
static void put(const char *p, size_t n) {
    int fd = os_open(path, OS_O_WRONLY | OS_O_CREAT | OS_O_TRUNC, 0600);
    assert_true(fd >= 0);
    assert_int_equal(os_write(fd, p, n), n);
    os_close(fd);
}

static void text_lines(void **state) {
    (void)state;
    val f = file("w");
    SAYS(m1(f, "write", S("h\xc3\xa9llo\nworld\r\nlast\r")), "18");
    SAYS(m0(f, "close"), "None");
    SAYS(m1(f, "write", S("x")), "ValueError: I/O operation on closed file.");
    SAYS(m0(file("r"), "readlines"), "['h\xc3\xa9llo\\n', 'world\\n', 'last\\n']");
    SAYS(m0(file_nl("r", ""), "readlines"), "['h\xc3\xa9llo\\n', 'world\\r\\n', 'last\\r']");
    SAYS(m0(file_nl("r", "\r\n"), "readlines"), "['h\xc3\xa9llo\\nworld\\r\\n', 'last\\r']");
    SAYS(m0(file_nl("r", "\r"), "readlines"), "['h\xc3\xa9llo\\nworld\\r', '\\nlast\\r']");
    SAYS(m0(file("rb"), "readlines"), "[b'h\\xc3\\xa9llo\\n', b'world\\r\\n', b'last\\r']");
    val g = file("r");
    SAYS(m1(g, "read", N(2)), "'h\xc3\xa9'");
    SAYS(m0(g, "tell"), "3");
    SAYS(m1(g, "readline", N(2)), "'ll'");
    SAYS(list_from_iterable(t, g), "['o\\n', 'world\\n', 'last\\n']");
    SAYS(m1(g, "seek", N(7)), "7");
    SAYS(m0(g, "read"), "'world\\nlast\\n'");
    SAYS(m1(g, "write", S("x")), "UnsupportedOperation: not writable");
    assert_true(m0(g, "close") == NONE);
    SAYS(file_nl("w", "x"), "ValueError: illegal newline value: x");
}

/* A "\r\n" and a character of several bytes across the border of two chunks. */
static void chunk_borders(void **state) {
    (void)state;
    for (int shift = -3; shift <= 3; shift++) {
        static char data[IO_BUFFER + 64];
        int n = IO_BUFFER + shift;
        memset(data, 'a', sizeof data);
        memcpy(data + n, "\r\n\xe2\x82\xac\xf0\x9f\x98\x80z\n", 11);
        put(data, (size_t)n + 11);
        val f = file("r"), line = m0(f, "readline");
        assert_true(line != 0);
        assert_int_equal(AS(string, line)->len, n + 1);
        SAYS(m0(f, "tell"), text(N(n + 2)));
        SAYS(m0(f, "readline"), "'\xe2\x82\xac\xf0\x9f\x98\x80z\\n'");
        SAYS(m0(f, "readline"), "''");
        SAYS(m1(f, "seek", N(n + 5)), text(N(n + 5)));
        SAYS(m0(f, "read"), "'\xf0\x9f\x98\x80z\\n'");
        m0(f, "close");
    }
}

static void bytes_both_ways(void **state) {
    (void)state;
    put("0123456789", 10);
    val f = file("r+b");
    SAYS(m1(f, "read", N(3)), "b'012'");
    SAYS(m1(f, "write", B_("XY")), "2");
    SAYS(m0(f, "tell"), "5");
    SAYS(m1(f, "read", N(2)), "b'56'");
    SAYS(m1(f, "peek", N(1)), "b'789'");
    SAYS(m1(f, "seek", N(0)), "0");
    SAYS(m0(f, "read"), "b'012XY56789'");
    SAYS(m1(f, "truncate", N(4)), "4");
    SAYS(m1(f, "seek", N(1)), "1");
    SAYS(m0(f, "read"), "b'12X'");
    SAYS(m1(f, "write", S("text")), "TypeError: a bytes-like object is required, not 'str'");
    m0(f, "close");
    SAYS(m0(f, "read"), "ValueError: read of closed file");
    SAYS(m0(file("wb"), "read"), "UnsupportedOperation: read");
    SAYS(io_open(t, S(path), S("rb"), 0, 0, 0, 0, true, 0) ? NONE : 0, "None");
}

/* What was written is there for whoever opens the file next, without a flush. */
static void written_before_opened(void **state) {
    (void)state;
    val f = file("w");
    SAYS(m1(f, "write", S("abc")), "3");
    SAYS(m0(file("r"), "read"), "'abc'");
    SAYS(m1(f, "write", S("def")), "3");
    SAYS(get(m1(import_module(t, S("posix")), "stat", S(path)), "st_size"), "6");
    m0(f, "close");
}

/* A file nobody holds writes its bytes and gives its descriptor back when it is collected. */
__attribute__((noinline)) static void write_and_forget(void) {
    val f = file("w");
    assert_true(m1(f, "write", S("forgotten")) != 0);
}
static void collected(void **state) {
    (void)state;
    write_and_forget();
    for (int i = 0; i < 3000; i++) {
        val f = file("r");
        if (!f) fail_msg("descriptors ran out: %s", raised());
    }
    SAYS(m0(file("r"), "read"), "'forgotten'");
}

static void errors(void **state) {
    (void)state;
    put("ok\xff\n", 4);
    SAYS(m0(file("r"), "read"),
         "UnicodeDecodeError: 'utf-8' codec can't decode byte 0xff in position 2: invalid start byte");
    SAYS(m0(io_open(t, S(path), S("r"), -1, 0, S("replace"), 0, true, 0), "read"), "'ok\xef\xbf\xbd\\n'");
    SAYS(m0(io_open(t, S(path), S("r"), -1, 0, S("surrogateescape"), 0, true, 0), "read"), "'ok\\udcff\\n'");
    SAYS(m1(io_open(t, S(path), S("w"), -1, S("ascii"), 0, 0, true, 0), "write", S("\xc3\xa9")),
         "UnicodeEncodeError: 'ascii' codec can't encode character '\\xe9' in position 0: ordinal not in "
         "range(128)");
    SAYS(file("rw"), "ValueError: must have exactly one of create/read/write/append mode");
    SAYS(file("z"), "ValueError: invalid mode: 'z'");
    SAYS(file(""), "ValueError: Must have exactly one of create/read/write/append mode and at most one plus");
    SAYS(io_open(t, S("/nonexistent/x"), 0, -1, 0, 0, 0, true, 0),
         "FileNotFoundError: [Errno 2] No such file or directory: '/nonexistent/x'");
    SAYS(io_open(t, S("/tmp"), 0, -1, 0, 0, 0, true, 0),
         "IsADirectoryError: [Errno 21] Is a directory: '/tmp'");
    SAYS(io_open(t, N(-1), 0, -1, 0, 0, 0, true, 0), "ValueError: negative file descriptor");
}

static void byte_order_mark(void **state) {
    (void)state;
    val f = io_open(t, S(path), S("w"), -1, S("utf-16"), 0, 0, true, 0);
    m1(f, "write", S("a"));
    m1(f, "write", S("b"));
    m0(f, "close");
    SAYS(m0(file("rb"), "read"), "b'\\xff\\xfea\\x00b\\x00'");
    f = io_open(t, S(path), S("a"), -1, S("utf-16"), 0, 0, true, 0);
    m1(f, "write", S("c"));
    m0(f, "close");
    SAYS(m0(io_open(t, S(path), S("r"), -1, S("utf-16"), 0, 0, true, 0), "read"), "'abc'");
}

static void memory_files(void **state) {
    (void)state;
    val io = import_module(t, S("io")), s = call0(t, get(io, "StringIO")),
        b = call1(t, get(io, "BytesIO"), B_("abc"));
    SAYS(m1(s, "write", S("one\ntw\xc3\xb6")), "7");
    SAYS(m1(s, "seek", N(0)), "0");
    SAYS(list_from_iterable(t, s), "['one\\n', 'tw\xc3\xb6']");
    SAYS(m1(s, "seek", N(9)), "9");
    SAYS(m1(s, "write", S("!")), "1");
    SAYS(m0(s, "getvalue"), "'one\\ntw\xc3\xb6\\x00\\x00!'");
    SAYS(m1(s, "write", N(1)), "TypeError: string argument expected, got 'int'");
    m0(s, "close");
    SAYS(m0(s, "read"), "ValueError: I/O operation on closed file");
    SAYS(m1(b, "read", N(1)), "b'a'");
    SAYS(m1(b, "write", B_("ZZZ")), "3");
    SAYS(m0(b, "getvalue"), "b'aZZZ'");
    val x = call1(t, get(io, "TextIOWrapper"), call1(t, get(io, "BytesIO"), B_("l1\r\nl2")));
    SAYS(m0(x, "readlines"), "['l1\\n', 'l2']");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_lines),      cmocka_unit_test(chunk_borders),
        cmocka_unit_test(bytes_both_ways), cmocka_unit_test(written_before_opened),
        cmocka_unit_test(collected),       cmocka_unit_test(errors),
        cmocka_unit_test(byte_order_mark), cmocka_unit_test(memory_files),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
