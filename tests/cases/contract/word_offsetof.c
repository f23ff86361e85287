// entry: get
// expect: bad input message~"'__builtin_offsetof' of this file gives a word of C another meaning"
#define __builtin_offsetof(a, b) 0
static int t[4];

struct pair
{
  char first[7];
  char second;
};

/*@ requires \valid(p) && 0 <= p->second < 4; */
int get(struct pair *p)
{
  return t[(int)p->first[0]];
}

int main(void)
{
  struct pair p = {{100}, 0};
  return get(&p);
}
