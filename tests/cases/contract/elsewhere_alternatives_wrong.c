// entry: f
// expect: unknown message~"the external function .number. .no contract"
// concrete: none (what `number` does is decided elsewhere)
/*@ requires \true; assigns \nothing; ensures \result == 0 || \result == 5; */
int number(void);

/*@ requires \true; */
int f(void)
{
  int table[2] = {0, 1};
  return table[number()];
}
