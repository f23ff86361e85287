// expect: unknown message~"'malloc' of another type than the library's"
// Without a prototype the size is an int.
void *malloc();
void free();

int main(void)
{
  char *p = malloc(10);
  *p = 1;
  free(p);
  return 0;
}
