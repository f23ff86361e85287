// entry: copy
// expect: bad input message~"are arrays, which are not compared"
// concrete: none (it has no meaning)
struct pair { char first[4], second[4]; };

/*@ requires \valid(p); ensures p->first == p->second; */
void copy(struct pair *p)
{
  p->first[0] = p->second[0];
}

int main(void)
{
  struct pair p = {"abc", "abd"};
  copy(&p);
  return 0;
}
