// expect: proved
int main(void) {
  int i = 10;
again:
  if (i <= 0)
    goto out;
  i--;
  goto again;
out:
  return 0;
}
