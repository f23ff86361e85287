// expect: unknown
int main(void) {
  int a[5][7];
  for (int i = 0; i < 7; i++)
    for (int j = 0; j < 5; j++)
      a[i][j] = i * j;
  return 0;
}
