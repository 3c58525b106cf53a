/* Exception objects and the built-in exception classes.
 * Invariant: `struct exception` is the start of every exception instance; attributes set by programs live in `attrs`. */
#ifndef PY2_EXCEPTIONS_H
#define PY2_EXCEPTIONS_H

struct exception {
    struct obj head;
    val args;      /* tuple */
    val traceback; /* traceback object or 0 */
    val context, cause; /* exception or 0; cause None means "raise from None" */
    val attrs;     /* slots block or dict, as type->attrs says */
    uint32_t suppress_context, pad;
    val extra[4];  /* StopIteration.value; OSError: errno, strerror, filename, filename2; SystemExit.code; ImportError: msg, name, path; groups: message, exceptions; UnicodeError: … */
};

/* X(name, base) in an order where a base comes first: CPython 3.11's hierarchy. */
#define EXCEPTIONS(X)                                                                                        \
    X(BaseException, object) X(Exception, BaseException) X(SystemExit, BaseException)                        \
    X(KeyboardInterrupt, BaseException) X(GeneratorExit, BaseException) X(StopIteration, Exception)          \
    X(StopAsyncIteration, Exception) X(ArithmeticError, Exception) X(FloatingPointError, ArithmeticError)    \
    X(OverflowError, ArithmeticError) X(ZeroDivisionError, ArithmeticError) X(AssertionError, Exception)     \
    X(AttributeError, Exception) X(BufferError, Exception) X(EOFError, Exception) X(ImportError, Exception)  \
    X(ModuleNotFoundError, ImportError) X(LookupError, Exception) X(IndexError, LookupError)                 \
    X(KeyError, LookupError) X(MemoryError, Exception) X(NameError, Exception)                               \
    X(UnboundLocalError, NameError) X(OSError, Exception) X(BlockingIOError, OSError)                        \
    X(ChildProcessError, OSError) X(ConnectionError, OSError) X(BrokenPipeError, ConnectionError)            \
    X(ConnectionAbortedError, ConnectionError) X(ConnectionRefusedError, ConnectionError)                    \
    X(ConnectionResetError, ConnectionError) X(FileExistsError, OSError) X(FileNotFoundError, OSError)       \
    X(InterruptedError, OSError) X(IsADirectoryError, OSError) X(NotADirectoryError, OSError)                \
    X(PermissionError, OSError) X(ProcessLookupError, OSError) X(TimeoutError, OSError)                      \
    X(ReferenceError, Exception) X(RuntimeError, Exception) X(NotImplementedError, RuntimeError)             \
    X(RecursionError, RuntimeError) X(SyntaxError, Exception) X(IndentationError, SyntaxError)               \
    X(TabError, IndentationError) X(SystemError, Exception) X(TypeError, Exception) X(ValueError, Exception) \
    X(UnicodeError, ValueError) X(UnicodeDecodeError, UnicodeError) X(UnicodeEncodeError, UnicodeError)      \
    X(UnicodeTranslateError, UnicodeError) X(Warning, Exception) X(BytesWarning, Warning)                    \
    X(DeprecationWarning, Warning) X(EncodingWarning, Warning) X(FutureWarning, Warning)                     \
    X(ImportWarning, Warning) X(PendingDeprecationWarning, Warning) X(ResourceWarning, Warning)              \
    X(RuntimeWarning, Warning) X(SyntaxWarning, Warning) X(UnicodeWarning, Warning) X(UserWarning, Warning)  \
    X(BaseExceptionGroup, BaseException) X(ExceptionGroup, BaseExceptionGroup)

#define X(name, base) extern struct type exc_##name;
EXCEPTIONS(X)
#undef X

#endif
