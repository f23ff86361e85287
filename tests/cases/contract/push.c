// entry: push
// expect: proved
// The number of elements is read from the structure that the contract says is valid.
#define CAPACITY 64

struct buffer {
  unsigned length;
  unsigned char data[CAPACITY];
};

/*@ requires \valid(b) && b->length < CAPACITY; */
void push(struct buffer *b, unsigned char c)
{
  b->data[b->length++] = c;
}

int main(void)
{
  struct buffer b;
  b.length = 63;
  push(&b, 1);
  return 0;
}
