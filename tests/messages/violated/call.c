// $ haltcert prove call.c --entry put --emit-test t.c
// $ tail -18 t.c
// $ haltcert prove call.c --entry find
// $ haltcert prove call.c --entry put --format sarif | grep -c 'the call: put(r = '
#include <stddef.h>

struct ring { unsigned char *data; size_t size, head; };

/*@ requires \valid(r) && \valid(r->data + (0 .. r->size - 1)) && r->size >= 1 && r->head <= r->size;
  @ requires \separated(r, r->data + (0 .. r->size - 1)); */
void put(struct ring *r, unsigned char c)
{
    r->data[r->head] = c;
    r->head = (r->head + 1) % r->size;
}

/*@ requires valid_read_string(s); */
size_t find(const char *s, char c)
{
    size_t i = 0;
    while (s[i] != c)
        i++;
    return i;
}
