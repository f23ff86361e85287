// expect: unknown reason~"of this type"
// concrete: none (the call is right, but the contract is about another type)
int puts();

int main(void) {
  puts("x");
  return 0;
}
