/* Putting pages together. PY2_PAGES is the folder that their parts are read from when py2 is built. */
#include "engine/show/page.h"

#define CARRY(symbol, file)                                                                                  \
    __asm__(".section .rodata\n.globl py2_page_" symbol "_from\n.globl py2_page_" symbol                     \
            "_to\npy2_page_" symbol "_from:\n.incbin \"" PY2_PAGES "/" file "\"\npy2_page_" symbol           \
            "_to:\n.byte 0\n.previous\n")
CARRY("style", "style.css");
CARRY("common", "common.js");
CARRY("graph", "graph.js");
CARRY("graph_body", "graph.html");
CARRY("report", "report.js");
CARRY("report_body", "report.html");

#define PART(name)                                                                                           \
    extern const char py2_page_##name##_from[], py2_page_##name##_to[];                                      \
    static struct str name##_part(void) {                                                                    \
        return (struct str){py2_page_##name##_from,                                                          \
                            (size_t)(py2_page_##name##_to - py2_page_##name##_from)};                        \
    }
PART(style)
PART(common)
PART(graph)
PART(graph_body)
PART(report)
PART(report_body)

static void put_text(struct buf *out, struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '<')
            buf_puts(out, "&lt;");
        else if (s.p[i] == '&')
            buf_puts(out, "&amp;");
        else
            buf_putc(out, s.p[i]);
    }
}

/* "<" is only found within JSON's strings, where an escape says the same. */
static void put_data(struct buf *out, struct str data) {
    buf_puts(out, "<script type=\"application/json\" id=\"data\">");
    for (size_t i = 0; i < data.n;) {
        const char *next = memchr(data.p + i, '<', data.n - i);
        size_t stop = next ? (size_t)(next - data.p) : data.n;
        buf_put(out, data.p + i, stop - i);
        if (next) buf_puts(out, "\\u003c");
        i = stop + (next != NULL);
    }
    buf_puts(out, "</script>\n");
}

static void put_script(struct buf *out, struct str text) {
    buf_puts(out, "<script>\n");
    buf_str(out, text);
    buf_puts(out, "</script>\n");
}

void page_write(struct buf *out, enum page page, struct str title, struct str data) {
    buf_puts(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
                  "'unsafe-inline'; script-src 'unsafe-inline'\">\n<title>");
    put_text(out, title);
    buf_puts(out, "</title>\n<style>\n");
    buf_str(out, style_part());
    buf_puts(out, "</style>\n</head>\n<body>\n");
    buf_str(out, page == PAGE_GRAPH ? graph_body_part() : report_body_part());
    put_data(out, data);
    put_script(out, common_part());
    put_script(out, page == PAGE_GRAPH ? graph_part() : report_part());
    buf_puts(out, "</body>\n</html>\n");
}
