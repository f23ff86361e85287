// expect: unknown
// concrete: none (refused)
int atexit(void (*)(void));
static void forever(void) {
  for (;;)
    ;
}
int main(void) {
  atexit(forever);
  return 0;
}
