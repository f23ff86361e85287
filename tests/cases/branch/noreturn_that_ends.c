// expect: proved
#include <stdlib.h>
_Noreturn static void stop(int x) { exit(x); }
int main(int argc, char **argv) { int t[2] = {0, 1}; if (argc < 0 || argc > 1) stop(1); return t[argc]; }
