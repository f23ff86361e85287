// entry: clear
// expect: unknown
// Nothing says that the data does not lie over its own description.
struct buffer { int *data; int length; };

/*@ requires \valid(s) && \valid(s->data + (0 .. s->length - 1)); */
void clear(struct buffer *s)
{
  for (int i = 0; i < s->length; i++)
    s->data[i] = 0;
}

int main(void)
{
    struct buffer own;
    own.data = (int *)&own;
    own.length = 4;
    clear(&own);
    return 0;
}
