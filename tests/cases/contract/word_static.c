// entry: get
// expect: proved
// No expression has the word.
#define static
static int t[4];

struct pair
{
  char first[7];
  char second;
};

/*@ requires \valid(p) && 0 <= p->second < 4; */
int get(struct pair *p)
{
  return t[(int)p->second];
}

int main(void)
{
  struct pair p = {{100}, 0};
  return get(&p);
}
