// expect: violated memory safety
// As executed_queens.c, but the array ends before 2, the number of solutions.
int abs(int);

static int column[4];
static int found;

static int safe(int row, int at)
{
  for (int r = 0; r < row; r++)
    if (column[r] == at || abs(column[r] - at) == row - r)
      return 0;
  return 1;
}

static void place(int row)
{
  if (row == 4)
  {
    found++;
    return;
  }
  for (int at = 0; at < 4; at++)
    if (safe(row, at))
    {
      column[row] = at;
      place(row + 1);
    }
}

int main(void)
{
  place(0);
  int exact[2] = {0};
  return exact[found];
}
