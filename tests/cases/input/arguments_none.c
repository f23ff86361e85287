// expect: unknown
// There may be not even a name.
int main(int argc, char **argv)
{
  return argv[0][0];
}
