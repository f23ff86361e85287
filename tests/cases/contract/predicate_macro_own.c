// entry: pick
// expect: bad input message~"a macro in a predicate speaks of a 'most'"
// Is the limit 3, or what the predicate is given?
enum { most = 3 };
#define LIMIT most
/*@ predicate below(int n, int most) = 0 <= n && n < LIMIT && 0 <= most; */
/*@ requires below(n, 100); */
int pick(int n)
{
  int t[3] = {1, 2, 3};
  return t[n];
}
