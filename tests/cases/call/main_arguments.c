// expect: unknown
// There may be no argument.
int main(int argc, char **argv) {
  return argv[argc - 1][0];
}
