// expect: proved
// A table in which each number is the sum of two others. No linear fact bounds them, but the program reads nothing, so
// it can be followed to its end.
int main(void)
{
  int ways[6][6];
  for (int i = 0; i < 6; i++)
    ways[i][0] = ways[0][i] = 1;
  for (int i = 1; i < 6; i++)
    for (int j = 1; j < 6; j++)
      ways[i][j] = ways[i - 1][j] + ways[i][j - 1];
  int cell[256] = {0};
  return cell[ways[5][5]];
}
