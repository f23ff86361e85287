// expect: memory-safe only
int main(void) {
  for (;;)
    ;
}
