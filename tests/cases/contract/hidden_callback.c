// entry: ask
// expect: bad input message~"'answer' is a parameter"
int answer(int x);

static int call(int x)
{
  return answer(x);
}

/*@ requires \callback(&answer); */
int ask(int (*answer)(int))
{
  return call(2);
}

int main(void)
{
  return 0;
}
