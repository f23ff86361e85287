// entry: update
// expect: proved
// As a hash collects its blocks: how many bytes wait is set to 0 when the block is full. The words of the state have the
// width of that number.
struct hash {
  unsigned char block[8];
  unsigned waiting;
  unsigned state[2];
};
static void mix(struct hash *h) {
  unsigned a = h->state[0], b = h->state[1];
  for (int i = 0; i < 8; i += 4) {
    a = b + ((a << 7 | a >> 25) ^ h->block[i]);
    b = a + ((b << 12 | b >> 20) ^ h->block[i + 3]);
  }
  h->state[0] += a;
  h->state[1] += b;
}
/*@ requires \valid(h) && h->waiting < 8 && \valid_read(p + (0 .. n - 1)) && \separated(h, p + (0 .. n - 1)); */
void update(struct hash *h, const unsigned char *p, unsigned n) {
  while (n-- > 0) {
    h->block[h->waiting] = *p++;
    h->waiting++;
    if (h->waiting == 8) {
      mix(h);
      h->waiting = 0;
    }
  }
}
int main(void) {
  struct hash h = {{0}, 0, {1, 2}};
  update(&h, (const unsigned char *)"more than eight bytes", 21);
  return 0;
}
