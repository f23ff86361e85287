// entry: f
// expect: unknown reason~"the external function 'number' .no contract."
// concrete: none (what `number` does is decided elsewhere)
// It does not say what it changes.
/*@ requires \true; ensures 0 <= \result < 2; */
int number(void);

/*@ requires \true; */
int f(void)
{
  int table[2] = {0, 1};
  return table[number()];
}
