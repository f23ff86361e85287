// entry: clear
// expect: unknown reason~"what the contract ensures at this return"
// p may point to the variable.
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

int level;

/*@ requires \valid(p); ensures level == \old(level); */
void clear(int *p)
{
  *p = level / 2;
}

int main(void)
{
  level = 3;
  clear(&level);
  must(level == 3);
  return 0;
}
