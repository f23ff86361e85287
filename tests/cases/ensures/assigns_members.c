// entry: note
// expect: proved
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
  @ assigns l->last, l->kind[0 .. 1], l->sum.second, l->count;
  @ ensures \valid(l) && l->count == \old(l->count) + 1 && l->sum.first == \old(l->sum.first) && l->kind[2] == \old(l->kind[2]); */
void note(struct log *l, short value)
{
  l->count++;
  l->last = value;
  l->kind[0] = 'a';
  l->kind[1] = l->kind[2];
  l->sum.second = l->sum.first + 0 * value;
}

int main(void)
{
  struct log l = {0, 0, "bcdef", {3, 4}};
  note(&l, 7);
  must(l.kind[2] == 'd');
  return 0;
}
