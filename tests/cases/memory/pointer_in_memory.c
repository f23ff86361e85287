// expect: proved
int main(void) {
  int x = 3;
  int *p = &x;
  int **pp = &p;
  **pp = 4;
  while (**pp > 0)
    **pp = **pp - 1;
  return 0;
}
