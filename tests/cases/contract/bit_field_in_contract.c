// entry: get
// expect: bad input message~"bit-field"
struct flags {
  unsigned low : 3;
};

/*@ requires \valid(f) && f->low < 4; */
int get(struct flags *f)
{
  return f->low;
}

int main(void)
{
  return 0;
}
