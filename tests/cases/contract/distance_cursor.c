// entry: sum
// expect: proved
// The end is reached since the distance is a multiple of the size of an element.
struct cursor {
  const unsigned *p, *end;
};

/*@ predicate cursor_ok(struct cursor *c) = \valid(c) && c->p <= c->end
      && \valid_read(c->p + (0 .. c->end - c->p - 1)) && \separated(c, c->p + (0 .. c->end - c->p - 1)); */
/*@ requires cursor_ok(c); */
unsigned sum(struct cursor *c)
{
  unsigned s = 0;
  while (c->p != c->end)
    s ^= *c->p++;
  return s;
}

int main(void)
{
  unsigned a[2] = {1, 2};
  struct cursor c = {a, a + 2};
  return sum(&c) != 3;
}
