// entry: note
// expect: unknown reason~"read-only"
// One byte more than is assigned.
struct log {
  int count;
  short last;
  char kind[6];
  struct {
    long first, second;
  } sum;
};

static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ requires \valid(l) && 0 <= l->count < 100;
  @ assigns l->last, l->kind[0 .. 1], l->sum.second, l->count; */
void note(struct log *l, short value)
{
  l->count++;
  l->last = value;
  l->kind[2] = 'a';
}

int main(void)
{
  struct log l = {0, 0, "bcdef", {3, 4}};
  note(&l, 7);
  must(l.kind[2] == 'd');
  return 0;
}
