// entry: pick
// expect: unknown reason~"inside"
// The column is another one.
struct place { unsigned row, column, height; };
static char table[10];

static int is_inside(struct place p) { return p.row < 10; }

/*@ requires \valid_read(p); */
int pick(const struct place *p)
{
  if (!is_inside(*p))
    return 0;
  struct place copy = *p;
  return table[p->row] + table[copy.column];
}

int main(void)
{
  struct place p = { 9, 10, 11 };
  return pick(&p);
}
