// expect: unknown
// concrete: none (the overflow comes after 2^31 rounds)
// options: --signed-overflow wrap
// expect: violated termination
// The number of rounds is a signed one, which overflows in the end: that is no endless run.
struct cell {
  struct cell *next;
};
int main(void)
{
  struct cell a = {0};
  a.next = &a;
  int rounds = 0;
  for (struct cell *p = &a; p; p = p->next)
    rounds++;
  return rounds;
}
