// expect: bad input
struct s {
  int a : (1 << 33) + 3;
};
int main(void) { return sizeof(struct s); }
