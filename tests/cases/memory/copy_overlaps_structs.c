// expect: unknown
// The structs lie in one buffer, at places that overlap.
struct pair {
  int x, y, z;
};

int main(void) {
  int buffer[8] = {0};
  struct pair *p = (struct pair *)buffer;
  struct pair *q = (struct pair *)(buffer + 2);
  *q = *p;
  return 0;
}
