// expect: violated memory safety
struct table {
  unsigned count;
  unsigned char entries[];
};
struct table table = {0};
int main(void) { return table.entries[1]; }
