// entry: clear
// expect: proved
// Where `\separated` stands makes no difference: that `s->data` may be read is said behind it.
struct buffer { int *data; int length; };

/*@ requires \separated(s, s->data + (0 .. s->length - 1)) && \valid(s) && \valid(s->data + (0 .. s->length - 1)); */
void clear(struct buffer *s)
{
  for (int i = 0; i < s->length; i++)
    s->data[i] = 0;
}
