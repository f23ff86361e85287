// expect: unknown
// argc and argv are arbitrary.
int main(int argc, char **argv) {
  return argv[argc - 1][0];
}
