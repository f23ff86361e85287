// entry: drain
// expect: proved
// The function that a member points to, called with a bound of its own on the rounds.
struct source {
  int (*next)(void *);
  void *of;
  int left;
};

/*@ requires \valid(s) && \callback(s->next) && s->left < 100; */
int drain(struct source *s)
{
  int last = 0;
  while (s->left > 0) {
    last = s->next(s->of);
    s->left--;
  }
  return last;
}

static int one(void *of)
{
  return *(int *)of;
}

int main(void)
{
  int value = 4;
  struct source source = { one, &value, 3 };
  return drain(&source) - 4;
}
