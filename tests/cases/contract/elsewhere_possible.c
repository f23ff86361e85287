// entry: use
// expect: proved
/*@ requires low + 1 < high; assigns \nothing; ensures low < \result < high; */
int between(int low, int high);

/*@ requires \true; */
int use(void)
{
  int table[2] = {0, 1};
  return table[between(-1, 2)];
}
