// expect: violated memory safety
// As executed_table.c, but the number in the corner, 252, is one too large for the array.
int main(void)
{
  int ways[6][6];
  for (int i = 0; i < 6; i++)
    ways[i][0] = ways[0][i] = 1;
  for (int i = 1; i < 6; i++)
    for (int j = 1; j < 6; j++)
      ways[i][j] = ways[i - 1][j] + ways[i][j - 1];
  int cell[252] = {0};
  return cell[ways[5][5]];
}
