// expect: proved
// What headers say of the library is true of it.
typedef unsigned long size_t;
size_t strlen(const char *) __attribute__((pure));
__attribute__((malloc, alloc_size(1))) void *malloc(size_t);
void free(void *) __attribute__((nothrow));
int abs(int) __attribute__((const));

int main(void)
{
  char s[8];
  s[0] = (char)(97 + abs(-1));
  s[1] = 0;
  size_t n = strlen(s);
  s[0] = 0;
  size_t m = strlen(s);
  char *p = malloc(n + m + 1);
  p[0] = 0;
  free(p);
  return 0;
}
