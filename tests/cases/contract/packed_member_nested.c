// entry: clear
// expect: unknown
// The inner structure is not packed; where it lies, its members are not aligned.
struct packet
{
  char kind;
  struct
  {
    int port;
    int sizes[2];
  } inner;
} __attribute__((packed));

/*@ requires \valid(p->inner.sizes + 1); */
void clear(struct packet *p)
{
  int *size = (int *)((char *)p + 9);
  *size = 0;
}

int main(void)
{
  struct packet p;
  clear(&p);
  return 0;
}
