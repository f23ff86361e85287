#ifndef TEXT_H
#define TEXT_H

#include <stddef.h>

/* A piece of text that need not end with a zero byte. */
struct text {
    const char *start;
    size_t length;
};

void text_set(struct text *t, const char *s);
size_t text_count(const struct text *t, char c);
size_t text_copy(char *to, size_t room, const struct text *t);

#endif
