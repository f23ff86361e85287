// entry: change
// expect: bad input message~"are arrays, which are not compared"
// concrete: none (it has no meaning)
unsigned char bytes[16];

/*@ ensures bytes == \old(bytes); */
void change(void)
{
  bytes[3] = 7;
}

int main(void)
{
  change();
  return 0;
}
