// expect: proved
int main(void) {
  int state = 0;
  while (1) {
    switch (state) {
    case 0: state = 1; break;
    case 1: state = 2; break;
    case 2: return 0;
    }
  }
}
