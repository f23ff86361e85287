// expect: proved
// The mask reads the bits of a negative number, which nothing else depends on.
int number = -4;

int main(void)
{
  return number & 4;
}
