// entry: f
// expect: unknown message~"alternatives are not supported in what a function elsewhere ensures"
// concrete: none (what `number` does is decided elsewhere)
/*@ requires \true; assigns \nothing; ensures \result == 0 || \result == 5; */
int number(void);

/*@ requires \true; */
int f(void)
{
  int table[2] = {0, 1};
  return table[number()];
}
