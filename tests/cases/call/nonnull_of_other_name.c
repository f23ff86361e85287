// entry: h
// expect: unknown message~"the type of 'f'"
// concrete: none (refused for how it is written)
// gcc merges the types of `f` and `g`, and believes of both what is promised of `f`.
int g(int *);
int f(int *) __attribute__((nonnull));

/*@ requires \valid(q); */
int h(int *q)
{
  return (q ? f : g)(q);
}
