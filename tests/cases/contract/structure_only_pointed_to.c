// entry: clear
// expect: proved
/* The function looks at no member, so that the module does not say what the structure is. */
struct address {
  unsigned char bytes[4];
};

/*@ requires \valid(a); */
void clear(struct address *a) {
  unsigned char *p = (void *)a;
  for (int i = 0; i < 4; i++)
    p[i] = 0;
}

int main(void) {
  static int memory;
  clear((void *)&memory);
  return 0;
}
