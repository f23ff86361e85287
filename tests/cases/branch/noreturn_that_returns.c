// expect: unknown reason~"`noreturn` function that returns"
_Noreturn static void stop(int x) { if (x) __builtin_trap(); }
int main(void) { stop(0); return 0; }
