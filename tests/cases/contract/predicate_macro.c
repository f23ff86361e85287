// entry: pick
// expect: bad input message~"the file has a macro 'low'"
// The macro would be replaced first: then the contract says less.
/*@ predicate low(int n) = 0 <= n && n < 3; */
/*@ predicate high(int n) = 0 <= n && n < 100; */
#define low high
/*@ requires low(n); */
int pick(int n)
{
  int t[3] = {1, 2, 3};
  return t[n];
}
