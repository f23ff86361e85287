// expect: unknown
// concrete: none (nothing defines the function that is called)
// The program goes on with what it is given.
int t[4];
_Noreturn void setcontext(void *);

int main(int c, char **v)
{
  if (c < 0 || c > 3)
    setcontext(0);
  return t[c];
}
