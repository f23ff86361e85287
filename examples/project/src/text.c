#include "text.h"

/*@ requires valid_read_string(s) && \valid(t);
  @ requires \separated(t, s + (0 .. strlen(s))); */
void text_set(struct text *t, const char *s)
{
    t->start = s;
    t->length = 0;
    while (s[t->length] != '\0')
        t->length++;
}

/*@ requires \valid_read(t) && \valid_read(t->start + (0 .. t->length - 1)); */
size_t text_count(const struct text *t, char c)
{
    size_t n = 0;
    for (size_t i = 0; i < t->length; i++)
        if (t->start[i] == c)
            n++;
    return n;
}

/*@ requires \valid_read(t) && \valid_read(t->start + (0 .. t->length - 1));
  @ requires \valid(to + (0 .. room - 1)) && room >= 1;
  @ requires \separated(to + (0 .. room - 1), t);
  @ requires \separated(to + (0 .. room - 1), t->start + (0 .. t->length - 1)); */
size_t text_copy(char *to, size_t room, const struct text *t)
{
    size_t i = 0;
    while (i < t->length && i + 1 < room) {
        to[i] = t->start[i];
        i++;
    }
    to[i] = '\0';
    return i;
}
