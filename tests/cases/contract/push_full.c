// entry: push
// expect: unknown
#define CAPACITY 64

struct buffer {
  unsigned length;
  unsigned char data[CAPACITY];
};

/*@ requires \valid(b) && b->length <= CAPACITY; */
void push(struct buffer *b, unsigned char c)
{
  b->data[b->length++] = c;
}

int main(void)
{
  struct buffer b;
  b.length = 64;
  push(&b, 1);
  return 0;
}
