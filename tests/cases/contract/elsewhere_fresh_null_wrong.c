// entry: use
// expect: unknown
// concrete: none (what `take` does is decided elsewhere)
// There may be no block.
struct pair { int a, b; };

/*@ requires n > 0; assigns \nothing; ensures \result == \null || \fresh(\result, n); */
void *take(unsigned long n);

/*@ requires \true; */
void use(void)
{
  struct pair *p = take(sizeof *p);
  p->a = 1;
}
