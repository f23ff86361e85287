// entry: count
// expect: proved
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

int calls;

/*@ requires calls < 1000; assigns calls; ensures calls == \old(calls) + 1; */
void count(void)
{
  calls = calls + 1;
}

int main(void)
{
  count();
  must(calls == 1);
  return 0;
}
