/* Files: raw descriptors, byte buffers, text on top, and memory files.
 *
 * Invariants:
 *  - A file object is one of five structs below; which one its type says (all private types of the io
 * module).
 *  - A `buffered` holds either bytes read ahead ([pos, end) of `buf`) or bytes to be written ([0, fill) of
 * `buf`), never both: the other is given up or written first.
 *  - Text writes go straight into the byte buffer below; text reads keep one decoded chunk.
 *  - Open descriptors with a write buffer are on a list, so that what a program has written is in the file
 * before the program opens, stats or renames anything, and at exit. The list does not keep files alive: a
 * file that is collected writes its buffer, closes its descriptor and leaves the list. */
#ifndef PY2_LIB_IO_H
#define PY2_LIB_IO_H

#include "runtime/types/container.h"
#include "runtime/os/os.h"

#define IO_BUFFER 8192

struct fileio {
    struct obj head;
    val name;   /* str, bytes or int */
    val writer; /* the buffered object whose bytes must be written before the descriptor is closed; 0 */
    val dict;
    struct fileio *next, *prev; /* list of files with a writer */
    int64_t fd;                 /* -1 closed */
    uint8_t readable, writable, appending, created, closefd, listed;
    int8_t seekable; /* -1 not asked yet */
};

struct buffered {
    struct obj head;
    val raw; /* fileio or an object with its methods; 0 after detach() */
    val dict;
    uint8_t *buf; /* storage of `size` bytes, made when first needed */
    int64_t size, pos, end, fill;
    struct thread *user; /* the thread that is inside an operation which may let others run; NULL */
};

enum text_encoding { ENC_UTF8, ENC_ASCII, ENC_LATIN1, ENC_OTHER };

enum byte_mark { MARK_NONE, MARK_UTF16, MARK_UTF32, MARK_UTF8 };

struct textio {
    struct obj head;
    val buffer;                 /* buffered, fileio, or any object with read/write; 0 after detach() */
    val encoding, errors, mode; /* strs; mode 0: not opened by open() */
    val newline;                /* str or NONE as given */
    val dict;
    val decoded;  /* str read but not yet handed out, or 0 */
    val chunk;    /* bytes the decoded text came from, or 0: for tell() */
    val tail;     /* bytes of an incomplete character, or 0 */
    int64_t used; /* code points of `decoded` handed out */
    uint8_t kind; /* enum text_encoding */
    uint8_t line_buffering, write_through, translate, universal, pending_cr,
        seen; /* seen: 1 \n, 2 \r, 4 \r\n */
    uint8_t telling, can_read, can_write;
    uint8_t mark;   /* enum byte_mark: what the encoding writes before the first character */
    uint8_t marked; /* it has been written, or the file did not begin here */
};

struct memfile { /* BytesIO */
    struct obj head;
    val dict;
    uint8_t *p; /* storage */
    int64_t n, cap, pos;
    bool closed;
};

struct stringio {
    struct obj head;
    val dict;
    uint32_t *p; /* storage of code points */
    int64_t n, cap, pos;
    val newline;
    uint8_t translate, universal, closed, seen;
};

extern struct type io_base_type, raw_base_type, buffered_base_type, text_base_type;
extern struct type fileio_type, buffered_reader_type, buffered_writer_type, buffered_random_type, textio_type,
    bytesio_type, stringio_type, newline_decoder_type;
extern struct shape fileio_shape, buffered_reader_shape, buffered_writer_shape, buffered_random_shape,
    textio_shape, bytesio_shape, stringio_shape, newline_decoder_shape;

/* ---- for the rest of the runtime ---- */

/* open(): see io.c. 0 raised. */
val io_open(struct thread *t, val file, val mode, int64_t buffering, val encoding, val errors, val newline,
            bool closefd, val opener);
/* The stream for descriptor 0, 1 or 2, as sys.stdin, sys.stdout, sys.stderr; None when the descriptor is not
 * open. */
val io_std_stream(struct thread *t, int fd);
/* file.write(s); exact text files without a call. */
int64_t io_write_text(struct thread *t, val file, val s);
int64_t io_flush(struct thread *t, val file);
/* Writes every dirty buffer; errors are dropped. Called before the program looks at the file system, and at
 * exit. */
void io_flush_all(struct thread *t);
/* io.UnsupportedOperation(message); always 0. */
bool io_utf8_mode(void); /* sys.flags.utf8_mode */
val io_unsupported(struct thread *t, const char *message);
val io_unsupported_class(struct thread *t);

/* ---- among the io files ---- */

/* A growing byte string; finish gives bytes. Lives on the C stack. */
struct bytebuf {
    struct thread *t;
    uint8_t *p;
    int64_t n, cap;
};
bool bytebuf_put(struct bytebuf *b, const void *p, int64_t n);
bool bytebuf_room(struct bytebuf *b, int64_t n);
val bytebuf_finish(struct bytebuf *b);

/* First byte of that value in [p, end), or NULL; eight at a time. */
const uint8_t *find_byte(const uint8_t *p, const uint8_t *end, uint8_t byte);

/* The optional size argument of read(): -1 for None or absent. */
bool io_size_arg(struct thread *t, int64_t argc, const val *argv, int64_t *n);
/* Path argument: NUL-terminated bytes for the system; str, bytes, os.PathLike. NULL raised. `fd_too`: an int
 * gives *fd. */
const char *path_arg(struct thread *t, val v, const char *what, bool fd_too, int *fd);

/* raw: bytes moved; -1 raised; -2 would block */
int64_t raw_read(struct thread *t, struct fileio *f, void *p, int64_t n);
int64_t raw_write(struct thread *t, struct fileio *f, const void *p, int64_t n);
int64_t raw_seek(struct thread *t, struct fileio *f, int64_t offset, int whence);
struct fileio *fileio_open(struct thread *t, struct type *cls, val name, const char *mode, bool closefd,
                           val opener);
int64_t fileio_close(struct thread *t, struct fileio *f);
val fileio_readall(struct thread *t, struct fileio *f);
void fileio_list(struct fileio *f);

struct buffered *buffered_new(struct thread *t, struct type *cls, val raw, int64_t size);
bool is_buffered(val v);
int64_t buffered_flush(struct thread *t, struct buffered *b);
int64_t buffered_write(struct thread *t, struct buffered *b, const void *p, int64_t n);
/* Fills the window when it is empty: bytes there, 0 at the end, -1 raised. */
int64_t buffered_fill(struct thread *t, struct buffered *b);
val buffered_readall(struct thread *t, struct buffered *b);
int64_t buffered_tell(struct thread *t, struct buffered *b);
int64_t buffered_seek(struct thread *t, struct buffered *b, int64_t offset, int whence);
int64_t buffered_close(struct thread *t, struct buffered *b);
int64_t buffered_closed(struct thread *t, const struct buffered *b); /* 1, 0, -1 raised */

/* What a buffer does with a raw object that is not a FileIO, by its methods; results as those of raw_read, raw_write and
 * raw_seek above. NULL in programs without the io module: all their files are opened by open(). */
struct raw_ops {
    int64_t (*read)(struct thread *t, val raw, void *p, int64_t n);
    int64_t (*write)(struct thread *t, val raw, const void *p, int64_t n);
    int64_t (*seek)(struct thread *t, val raw, int64_t offset, int whence);
    val (*readall)(struct thread *t, val raw);
};
extern const struct raw_ops *io_object_raws;
extern const struct raw_ops io_object_raw_ops;

enum text_encoding text_encoding_kind(const char *name);
struct textio *textio_new(struct thread *t, struct type *cls, val buffer, val encoding, val errors,
                          val newline, bool line_buffering, bool write_through);
int64_t textio_write(struct thread *t, struct textio *x, val s);
val textio_readline(struct thread *t, struct textio *x, int64_t limit);

/* Line ends of decoded text: \r\n and \r become \n when `translate`; a last \r waits in *pending_cr unless `final`.
 * Notes in *seen which kinds there were; io_newlines says them as `newlines` does. */
val io_universal(struct thread *t, val s, bool translate, bool final, uint8_t *pending_cr, uint8_t *seen);
val io_newlines(struct thread *t, unsigned seen);

/* Shared methods (io_base.c). */
val io_enter(struct thread *t, val self);
val io_exit(struct thread *t, val callee, int64_t argc, val *argv, val kwnames);
val io_iter(struct thread *t, val self);
val io_next(struct thread *t, val self);
/* The lines of a file until their length is more than `most`; all of them when it is negative. */
val io_lines(struct thread *t, val self, int64_t most);
val io_readlines(struct thread *t, val callee, int64_t argc, val *argv, val kwnames);
val io_writelines(struct thread *t, val self, val lines);
/* `closed` of any file: 1, 0, -1 raised. */
int64_t io_closed(struct thread *t, val file);
bool io_check_open(struct thread *t, val self); /* ValueError "I/O operation on closed file." */

#endif
