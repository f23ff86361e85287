// entry: next
// expect: bad input message~"differ"
// concrete: none (the definition's contract alone holds)
/*@ requires n < 100; ensures \result == n + 2; */
int next(int n);

/*@ requires n < 100; */
int next(int n)
{
  return n + 1;
}

int main(void)
{
  return next(3);
}
