// entry: upper
// expect: proved
struct name {
  int count;
  unsigned short *text;
};

/*@ requires \valid(n) && valid_wstring(n->text) && wcslen(n->text) < 100;
    requires \separated(n, n->text + (0 .. wcslen(n->text))); */
void upper(struct name *n)
{
  n->count = 0;
  for (unsigned short *p = n->text; *p != 0; p++)
    if (*p == 'a') {
      *p = 'A';
      n->count++;
    }
}

int main(void)
{
  unsigned short text[] = {'b', 'a', 0};
  struct name n = {0, text};
  upper(&n);
  return n.count - 1;
}
