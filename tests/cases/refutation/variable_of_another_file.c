// expect: unknown
// The file that defines it may give it elements.
struct table {
  unsigned count;
  unsigned char entries[];
};
extern struct table table;
int main(void) { return table.entries[1]; }
