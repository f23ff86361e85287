// expect: unknown
static const int table[3] = {1, 2, 3};
int main(void) {
  *(int *)&table[1] = 5;
  return table[1];
}
