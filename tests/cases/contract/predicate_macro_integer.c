// entry: pick
// expect: bad input message~"the file has a macro 'integer'"
// With the macro the operand would be converted, and 257 be 1.
#define integer unsigned char
/*@ predicate below(integer n) = n < 3; */
/*@ requires below(n) && n >= 0; */
int pick(int n)
{
  int t[3] = {1, 2, 3};
  return t[n];
}
