// expect: unknown
_Thread_local int x;
int main(void) {
  return x;
}
