// entry: put
// expect: violated memory safety
#include <stddef.h>

struct ring {
  unsigned char *data;
  size_t size, head;
};

/*@ requires \valid(r) && \valid(r->data + (0 .. r->size - 1)) && r->size >= 1 && r->head <= r->size;
  @ requires \separated(r, r->data + (0 .. r->size - 1)); */
void put(struct ring *r, unsigned char c)
{
  r->data[r->head] = c;
  r->head = (r->head + 1) % r->size;
}

int main(void)
{
  unsigned char data[2];
  struct ring r = {data, 2, 2};
  put(&r, 1);
  return 0;
}
