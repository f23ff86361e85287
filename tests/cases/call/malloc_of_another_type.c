// expect: unknown message~"'malloc' of another type than the library's"
// concrete: none (what a call through another type does is not defined)
// The library's takes a size_t.
void *malloc(int size);
void free(void *block);

int main(void)
{
  char *p = malloc(10);
  *p = 1;
  free(p);
  return 0;
}
