// expect: proved
struct pair { char tag; int first; long second; };
int main(void) {
  struct pair p;
  p.tag = 1;
  p.first = 5;
  p.second = 7;
  while (p.first > 0)
    p.first--;
  while (p.second > 0)
    p.second -= p.tag;
  return 0;
}
