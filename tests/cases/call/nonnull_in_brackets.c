// entry: h
// expect: bad input message~"of another form"
// The brackets hide from a reader which name is the function; gcc believes the promise.
int (f(int *)) __attribute__((nonnull));

/*@ requires \valid(q); */
int h(int *q)
{
  return f(q);
}
