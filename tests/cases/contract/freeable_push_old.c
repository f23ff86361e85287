// entry: push
// expect: violated memory safety
// The byte goes to where the data were before.
#include <stdlib.h>
#include <string.h>

struct buffer {
  unsigned char *data;
  size_t length, room;
};

/*@ requires \valid(b) && \valid(b->data + (0 .. b->room - 1)) && \freeable(b->data) && b->length <= b->room
      && 0 < b->room <= 4096 && \separated(b, b->data + (0 .. b->room - 1)); */
int push(struct buffer *b, unsigned char c)
{
  unsigned char *old = b->data;
  if (b->length == b->room) {
    unsigned char *more = realloc(b->data, 2 * b->room);
    if (!more)
      return 0;
    b->data = more;
    b->room *= 2;
  }
  old[b->length++] = c;
  return 1;
}

int main(void)
{
  struct buffer b = {malloc(1), 0, 1};
  if (b.data)
    push(&b, 'a');
  return 0;
}
