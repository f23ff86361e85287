// entry: place
// expect: unknown
static const char digits[64] = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/*@ requires \true; */
int place(char c) {
  const char *d = digits;
  for (; *d && *d != c; d++)
    ;
  return *d ? (int)(d - digits) : -1;
}

int main(void) { return place(' '); }
