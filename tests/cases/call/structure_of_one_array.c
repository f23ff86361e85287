// entry: main
// expect: proved
// A structure whose only member is an array of three, five, or seven bytes is returned, too.
struct three { unsigned char a[3]; };
struct seven { unsigned char a[7]; };

static int table[8];

static struct three next(struct three x)
{
  x.a[2]++;
  return x;
}

static struct seven copied(struct seven *p, struct seven *q)
{
  return *(p->a[6] < q->a[6] ? q : p);
}

int main(int argc, char **argv)
{
  struct three x = {{1, 2, 3}};
  struct seven p = {{0, 0, 0, 0, 0, 0, 5}}, q = {{0}};
  (void)argv;
  q.a[6] = argc & 7;
  x = next(next(x));
  return table[x.a[2]] + table[copied(&p, &q).a[6]];
}
