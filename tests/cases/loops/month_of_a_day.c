// entry: month
// expect: proved
// The lengths add up to more than any day: the loop ends within the table, counted out month by month.
static const char lengths[] = {31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 31, 29};

//@ requires 0 <= day <= 365;
int month(int day)
{
  int m;
  for (m = 0; lengths[m] <= day; m++)
    day -= lengths[m];
  return m;
}

int main(void)
{
  return month(365) == 11 && month(0) == 0 ? 0 : 1;
}
