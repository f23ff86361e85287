// expect: proved
int main(int argc, char **argv) {
  while (argc > 0)
    argc--;
  return argv != 0;
}
