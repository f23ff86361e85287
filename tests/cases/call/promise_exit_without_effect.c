// expect: unknown message~"says more of _exit"
// concrete: none (what is promised is no value)
// A call without effect is dropped.
int _exit(int) __attribute__((const));

int main(void)
{
  _exit(0);
  for (;;)
    ;
}
