// entry: pick
// expect: proved
// Two members travel in one register: the callee takes them apart again, and knows what the caller knew of each.
struct place { unsigned row, column; };
static int table[10][4];

static int get(struct place p) { return table[p.row][p.column]; }

/*@ requires \true; */
int pick(unsigned row, unsigned column)
{
  struct place p = { row, column };
  return row < 10 && column < 4 ? get(p) : 0;
}

int main(void) { return pick(9, 3) + pick(10, 4); }
