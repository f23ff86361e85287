// expect: proved
int main(int argc, char **argv)
{
  return argv[argc] == 0 ? 0 : *(int *)0;
}
