// entry: pick
// expect: unknown reason~"inside"
// There is no row 10.
struct place { unsigned row, column; };
static int table[10][4];

static int get(struct place p) { return table[p.row][p.column]; }

/*@ requires \true; */
int pick(unsigned row, unsigned column)
{
  struct place p = { row, column };
  return row <= 10 && column < 4 ? get(p) : 0;
}

int main(void) { return pick(10, 0); }
