// entry: month
// expect: unknown reason~"inside one live block"
// On the last day of a year that is too long, the loop leaves the table.
static const char lengths[] = {31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 31, 29};

//@ requires 0 <= day <= 366;
int month(int day)
{
  int m;
  for (m = 0; lengths[m] <= day; m++)
    day -= lengths[m];
  return m;
}

int main(void)
{
  return month(366) == 12 && month(0) == 0 ? 0 : 1;
}
