// entry: drain
// expect: unknown
// What a call returns may be anything, so the index may lie outside.
struct source {
  int (*next)(void *);
  void *of;
  int left;
};

/*@ requires \valid(s) && \callback(s->next) && \valid_read(table + (0 .. 9)); */
int drain(struct source *s, const int *table)
{
  return table[s->next(s->of) % 10];
}

static int one(void *of)
{
  return *(int *)of;
}

int main(void)
{
  int value = -9, table[10] = { 0 };
  struct source source = { one, &value, 3 };
  return drain(&source, table);
}
