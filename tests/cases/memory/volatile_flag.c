// expect: no termination
// A volatile load may yield anything.
static volatile int stop = 1;
int main(void) {
  while (!stop)
    ;
  return 0;
}
