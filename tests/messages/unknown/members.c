// $ haltcert prove members.c --entry put --no-refute
// $ haltcert prove members.c --entry first --no-refute
// $ haltcert prove members.c --entry again --no-refute
// $ haltcert prove members.c --entry put --no-refute -v | grep -A1 'as the certificate has it'
#include <stddef.h>

struct ring {
    unsigned char *data;
    size_t size, head;
};
struct book {
    struct ring pages[2];
    struct book *next;
};

/*@ requires \valid(r) && \valid(r->data + (0 .. r->size - 1)) && r->size >= 1 && r->head <= r->size;
  @ requires \separated(r, r->data + (0 .. r->size - 1)); */
void put(struct ring *r, unsigned char c)
{
    r->data[r->head] = c;
}

/*@ requires \valid(b); */
unsigned char first(struct book *b)
{
    return b->pages[1].data[b->next->pages[0].head];
}

/*@ requires \valid(r) && \valid(r->data + (0 .. r->size - 1)) && \separated(r, r->data + (0 .. r->size - 1));
  @ requires r->head < r->size; */
void again(struct ring *r)
{
    size_t at = r->head;
    r->head = r->size;
    r->data[at] = 0;
    r->data[r->head] = 0;
}
