// expect: unknown reason~"mystery"
// concrete: none (refused)
int mystery(int);
int main(void) {
  return mystery(3);
}
