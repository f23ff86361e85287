// expect: unknown
// concrete: none (C allows it; what is known of the arguments would be lost)
int main(int argc, char **argv)
{
  if (argc > 0)
    argv[0] = 0;
  return 0;
}
