// expect: unknown
int main(void) {
  return *(int *)4096;
}
