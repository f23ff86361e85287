// options: --attempt composed
// expect: violated memory safety
// The part reaches into the next member by one byte.
struct record { int count; char name[12]; int next; };

/*@ requires \valid(p + (0 .. n - 1)) && n >= 0; */
static void fill(char *p, int n)
{
  for (int i = 0; i < n; i++)
    p[i] = 'x';
}

int main(void)
{
  struct record r;
  int a[4] = {1, 2, 3, 4};
  r.count = 2;
  r.next = 3;
  fill(r.name, 13);
  fill((char *)&a[1], 4);
  return a[r.count] + a[r.next] + a[a[0] - 1];
}
