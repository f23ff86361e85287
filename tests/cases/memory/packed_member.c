// expect: proved
struct __attribute__((packed)) record {
  char tag;
  int value;
};

int main(void) {
  struct record r = {1, 2};
  return r.value;
}
