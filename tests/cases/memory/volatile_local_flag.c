// expect: proved
// Of a local variable whose address goes nowhere it yields what was stored.
int main(void) {
  volatile int stop = 1;
  while (!stop)
    ;
  return 0;
}
