// entry: length
// expect: proved
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

struct text {
  int length;
};

/*@ requires t == \null || \valid(t) && t->length >= 0;
  @ assigns \nothing;
  @ ensures \result >= 0 && (t == \null || \result == \old(t->length)); */
int length(struct text *t)
{
  return t ? t->length : 0;
}

int main(void)
{
  struct text t = {4};
  must(length(&t) == 4);
  must(length(0) == 0);
  return 0;
}
