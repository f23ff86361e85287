// $ haltcert prove va_list_spent.c --no-refute
#include <stdarg.h>
#include <stdio.h>

static void twice(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    vprintf(format, ap);
    vprintf(format, ap);
    va_end(ap);
}

int main(void) {
    twice("%d\n", 5);
    return 0;
}
