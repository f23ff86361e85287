// entry: update
// expect: unknown
// The block is full before the test says so, and no member lies behind it.
struct hash {
  unsigned waiting;
  unsigned char block[8];
};
/*@ requires \valid(h) && h->waiting < 8 && \valid_read(p + (0 .. n - 1)) && \separated(h, p + (0 .. n - 1)); */
void update(struct hash *h, const unsigned char *p, unsigned n) {
  while (n-- > 0) {
    h->block[h->waiting] = *p++;
    h->waiting++;
    if (h->waiting == 10)
      h->waiting = 0;
  }
}
int main(void) {
  struct hash h = {0};
  update(&h, (const unsigned char *)"more than eight bytes", 21);
  return 0;
}
