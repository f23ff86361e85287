// entry: clear
// expect: proved
struct slice {
  char *start;
  unsigned count;
};

/*@ requires \valid(s) && \valid(s->start + (0 .. s->count - 1));
    requires \separated(s, s->start + (0 .. s->count - 1)); */
void clear(struct slice *s)
{
  for (unsigned i = 0; i < s->count; i++)
    s->start[i] = 0;
}

int main(void)
{
  char bytes[5];
  struct slice s;
  s.start = bytes;
  s.count = 5;
  clear(&s);
  return 0;
}
