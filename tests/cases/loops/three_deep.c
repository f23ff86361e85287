// expect: proved
int main(void) {
  char a[4][5][6];
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 5; j++)
      for (int k = 0; k < 6; k++)
        a[i][j][k] = 0;
  return 0;
}
