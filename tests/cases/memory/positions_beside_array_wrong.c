// expect: violated memory safety
// As positions_beside_array.c, but a position is not 0 at first.
static int cells[4];
static struct {
  unsigned char bytes[64];
  unsigned head, tail;
} ring = {{0}, 0, 2};

int main(void) {
  for (int n = 0; n < 4; n++) {
    ring.bytes[ring.head++ & 63] = 1;
    cells[ring.tail++] = n;
  }
  return 0;
}
