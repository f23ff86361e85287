// expect: bad input
typedef int number;
enum { minus = -1 };
static const number smallest = -2147483647 - 1;
static number x = (smallest) / (number)minus;
int main(void) { return x == 0; }
