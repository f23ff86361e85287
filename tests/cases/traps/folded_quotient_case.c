// expect: bad input
int main(int argc, char **argv) {
  switch (argc) {
  case (-2147483647 - 1) % -1:
    return 1;
  }
  return 0;
}
