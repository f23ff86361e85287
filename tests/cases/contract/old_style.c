// entry: push
// expect: proved
struct buffer { unsigned length; unsigned char data[8]; };

/*@ requires \valid(b) && b->length < 8;
  @ requires \valid_read(from + (0 .. count - 1)) && count >= 1;
  @ requires \separated(b, from + (0 .. count - 1));
  @*/
int push(b, from, count, unused)
    struct buffer *b;
    const unsigned char from[], *unused;
    register int count;
{
    b->data[b->length++] = from[count - 1];
    return unused != 0;
}

int main(void) {
    struct buffer b = {0};
    unsigned char from[3] = {0};
    return push(&b, from, 3, from) - 1;
}
