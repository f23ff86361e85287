// entry: pick
// expect: bad input message~"two predicates 'small'"
// A third definition does not make the second one good.
/*@ predicate small(int n) = n == 1; */
/*@ predicate small(int n) = n < 5; */
/*@ predicate small(int n) = 0 <= n && n < 3; */
/*@ requires small(n); */
int pick(int n)
{
  int t[3] = {1, 2, 3};
  return t[n];
}
