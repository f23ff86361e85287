// entry: clear
// expect: unknown
// The bytes may be those of the structure: then the pointer is overwritten.
struct slice {
  char *start;
  unsigned count;
};

/*@ requires \valid(s) && \valid(s->start + (0 .. s->count - 1)); */
void clear(struct slice *s)
{
  for (unsigned i = 0; i < s->count; i++)
    s->start[i] = 0;
}

int main(void)
{
  struct slice s;
  s.start = (char *)&s;
  s.count = 8;
  clear(&s);
  return 0;
}
