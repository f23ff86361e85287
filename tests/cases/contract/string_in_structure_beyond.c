// entry: last
// expect: unknown
struct entry {
  int key;
  const char *name;
};

/*@ requires \valid_read(e) && valid_read_string(e->name); */
int last(const struct entry *e)
{
  int n = 0;
  while (e->name[n] != 0)
    n++;
  return e->name[n + 1];
}

int main(void)
{
  struct entry e;
  e.name = "abc";
  return last(&e);
}
