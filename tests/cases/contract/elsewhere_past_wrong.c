// entry: use
// expect: unknown reason~"'at_least_five' can keep its contract here"
// concrete: none (what `at_least_five` does is decided elsewhere)
// What is ensured says something of an argument, which was what it was before the call.
/*@ requires \true; assigns \nothing; ensures n >= 5; */
void at_least_five(int n);

/*@ requires \true; */
int use(int n)
{
  int table[2] = {0, 1};
  at_least_five(n);
  return n >= 5 ? 0 : table[2];
}
