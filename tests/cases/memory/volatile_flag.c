// expect: no termination
// A volatile load may yield anything.
int main(void) {
  volatile int stop = 1;
  while (!stop)
    ;
  return 0;
}
