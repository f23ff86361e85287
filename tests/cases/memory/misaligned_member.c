// expect: unknown
struct __attribute__((packed)) record {
  char tag;
  int value;
};

static int get(const int *p) { return *p; }

int main(void) {
  struct record r = {1, 2};
  void *value = (char *)&r + 1;
  return get(value);
}
