// entry: place
// expect: proved
/* A string of known contents ends: a search for any character stays in it. */
static const char digits[] = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/*@ requires \true; */
int place(char c) {
  const char *d = digits;
  for (; *d && *d != c; d++)
    ;
  return *d ? (int)(d - digits) : -1;
}

int main(void) { return place('z') - 63; }
