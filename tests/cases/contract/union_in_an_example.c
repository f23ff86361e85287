// entry: share
// expect: unknown message~"division by zero" message~"number = {whole = " message~" | halves = {low = "
// A union in an example is told in each of its readings, and members of one without a name are the structure's.
struct item {
  int kind;
  union {
    int whole;
    struct { short low, high; } halves;
  } number;
  union { char *text; long size; };
};

/*@ requires \valid(it) && it->kind < 3 && it->number.whole > 4; */
int share(struct item *it)
{
  return 10 / it->number.halves.high + it->kind;
}

int main(void)
{
  struct item it = {.kind = 1, .number.whole = 5};
  return share(&it);
}
