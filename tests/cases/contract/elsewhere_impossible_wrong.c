// entry: use
// expect: unknown reason~"'between' can keep its contract here"
// concrete: none (what `between` returns is decided elsewhere)
// No number is between these two: from a contract that nothing keeps, anything would follow.
/*@ requires \true; assigns \nothing; ensures low < \result < high; */
int between(int low, int high);

/*@ requires \true; */
int use(void)
{
  int table[2] = {0, 1};
  return table[between(4, 5) + 100];
}
