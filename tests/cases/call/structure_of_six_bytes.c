// entry: main
// expect: proved
struct vector { short x, y, z; };

static int table[8];

static int inside(struct vector v)
{
  return v.x >= 0 && v.x < 8 && v.z >= 0;
}

static struct vector moved(struct vector v, short by)
{
  v.x = (short)(v.x + by);
  return v;
}

int main(int argc, char **argv)
{
  struct vector v = {0, -1, 0};
  (void)argv;
  v.x = (short)argc;
  v = moved(v, 3);
  return inside(v) ? table[v.x] : 0;
}
