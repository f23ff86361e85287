// entry: clear
// expect: proved
struct packet
{
  char kind;
  struct
  {
    short port;
    int sizes[2];
  } inner;
} __attribute__((packed));

/*@ requires \valid(&p->inner.sizes[0]); */
void clear(struct packet *p)
{
  char *bytes = (char *)p + 5;
  for (int i = 0; i < 4; i++)
    bytes[i] = 0;
}

int main(void)
{
  struct packet p;
  clear(&p);
  return 0;
}
