// entry: h
// expect: unknown message~"of another form"
// concrete: none (refused for how it is written)
// The brackets hide from a reader which name is the function; gcc believes the promise.
int (f(int *)) __attribute__((nonnull));

/*@ requires \valid(q); */
int h(int *q)
{
  return f(q);
}
