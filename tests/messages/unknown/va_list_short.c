// $ haltcert prove va_list_short.c --no-refute
#include <stdarg.h>
#include <stdio.h>

static void say(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    vprintf(format, ap);
    va_end(ap);
}

int main(void) {
    say("%d %s\n", 5);
    return 0;
}
