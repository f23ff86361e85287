// entry: before
// expect: proved
// The members are signed, and the callee's test of one is the caller's.
struct date { int month, year; };

static int is_valid(struct date d) { return d.month >= 1 && d.month <= 12 && d.year > 0; }

/*@ requires \true; */
int before(int year, int month)
{
  struct date d = { month, year };
  if (!is_valid(d))
    return -1;
  return d.month - 1 + (d.year - 1) / 4;
}

int main(void) { return before(-5, -5) + before(2147483647, 12) > 0; }
