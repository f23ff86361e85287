// expect: unknown
// concrete: none (only the promise is broken)
// `time` takes null; the program's own declaration promises that it gets none, and gcc believes that behind the call.
long time(long *) __attribute__((nonnull(1)));

static int late(long *t)
{
  int now = time(t) > 0;
  return t ? now : 2;
}

int main(void)
{
  return late(0);
}
