// entry: clear
// expect: unknown
// A pointer to the member is aligned as the member is: for a byte.
struct packet
{
  char kind;
  int size;
} __attribute__((packed));

/*@ requires \valid(&p->size); */
void clear(struct packet *p)
{
  int *size = (int *)((char *)p + 1);
  *size = 0;
}

int main(void)
{
  struct packet p;
  clear(&p);
  return 0;
}
