// options: --data-model ilp32
// expect: unknown message~"'__divdi3', which has a meaning for the compiler"
// options: --data-model ilp32 -fno-builtin
// expect: unknown message~"'__divdi3', which has a meaning for the compiler"
// concrete: none (the interpreter divides)
// i386 has no division of 64 bits: this one is a call of the function itself.
long long __divdi3(long long a, long long b)
{
  return a / b;
}

long long x = 70, y = 10;

int main(void)
{
  return x / y == 7 ? 0 : 1;
}
