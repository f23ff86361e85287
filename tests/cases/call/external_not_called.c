// expect: proved
int mystery(int);
int main(void) {
  if (0)
    return mystery(3);
  return 0;
}
