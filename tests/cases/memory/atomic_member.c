// entry: used
// expect: proved
#include <stdatomic.h>

struct ring {
  atomic_ulong r, w;
};

/*@ requires \valid_read(q); */
unsigned long used(const struct ring *q)
{
  int a[2] = { 0 };
  unsigned long n = atomic_load_explicit(&q->w, memory_order_acquire)
      - atomic_load_explicit(&q->r, memory_order_relaxed);
  return a[n & 1] + n;
}

int main(void)
{
  struct ring q = { 3, 5 };
  return used(&q) == 2 ? 0 : 1;
}
