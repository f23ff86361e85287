// entry: step
// expect: proved
// The callee changes one member of its copy; what it knows of the other one stays, and both are returned in a register.
struct cursor { unsigned short at, end; };
static char text[100];

static struct cursor next(struct cursor c)
{
  c.at = c.at + 1 < c.end ? c.at + 1 : 0;
  return c;
}

/*@ requires \true; */
char step(unsigned short at, unsigned short end)
{
  struct cursor c = { at, end };
  if (end < 1 || end > 100)
    return 0;
  c = next(c);
  return text[c.at];
}

int main(void) { return step(99, 100) + step(65535, 1); }
