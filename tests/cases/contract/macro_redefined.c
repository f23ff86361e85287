// entry: f
// expect: bad input message~"not the same everywhere"
// Which of the two is meant depends on the place, and the compiler is asked behind the file.
#define MOST (LEAST + 1)
#define LEAST 3

struct s {
  int n;
};

/*@ requires \valid(s) && 0 <= s->n < MOST; */
int f(struct s *s)
{
  return s->n;
}

#undef LEAST
#define LEAST 300

int main(void)
{
  return 0;
}
