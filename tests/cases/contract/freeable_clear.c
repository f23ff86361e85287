// entry: clear
// expect: proved
#include <stdlib.h>
#include <string.h>

struct buffer {
  unsigned char *data;
  size_t length, room;
};

/*@ requires \valid(b) && \valid(b->data + (0 .. b->room - 1)) && \freeable(b->data) && b->length <= b->room
      && 0 < b->room <= 4096 && \separated(b, b->data + (0 .. b->room - 1)); */
void clear(struct buffer *b)
{
  free(b->data);
  memset(b, 0, sizeof *b);
}

int main(void)
{
  struct buffer b = {malloc(1), 0, 1};
  if (b.data)
    clear(&b);
  return 0;
}
