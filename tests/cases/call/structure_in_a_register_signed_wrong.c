// entry: before
// expect: unknown reason~"overflow"
// What is tested is the year, what is subtracted from is the month.
struct date { int month, year; };

static int is_valid(struct date d) { return d.year > -5; }

/*@ requires \true; */
int before(int year, int month)
{
  struct date d = { month, year };
  if (!is_valid(d))
    return -1;
  return d.month - 1;
}

int main(void) { return before(5, -2147483647 - 1); }
