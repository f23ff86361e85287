// expect: proved
// The array is too long for its elements to be known one by one; the positions beside it are still known to be 0 at first.
extern int __VERIFIER_nondet_int(void);
static struct {
  unsigned char bytes[64];
  unsigned head, tail;
} ring;

int main(void) {
  for (int n = 0; n < 1000 && ring.head - ring.tail < 64; n++)
    if (__VERIFIER_nondet_int())
      ring.bytes[ring.head++ & 63] = 1;
  while (ring.head != ring.tail)
    ring.tail++;
  int bytes[4] = {0, 1, 2, 3};
  return ring.head < 65 ? bytes[ring.head / 22] : 0;
}
