// entry: main
// expect: violated memory safety
struct vector { short x, y, z; };

static int table[8];

static int inside(struct vector v)
{
  return v.x >= 0 && v.y < 8 && v.z >= 0;
}

int main(void)
{
  struct vector v = {8, -1, 0};
  return inside(v) ? table[v.x] : 0;
}
