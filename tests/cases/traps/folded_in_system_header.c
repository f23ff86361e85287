// expect: bad input
# 3 "folded_in_system_header.c" 3
#pragma GCC system_header
static int x = 1 << 40;
int main(void) { return x; }
