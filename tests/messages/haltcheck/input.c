// $ haltcert prove input.c -o input.cert --emit-module input.ll > answer.txt
// $ haltcheck input.cert
// $ haltcheck missing.cert --embedded
// $ haltcheck input.c --embedded
// $ head -c 100 input.cert > cut.cert; haltcheck cut.cert --embedded
// $ echo >> input.ll; haltcheck input.cert --module input.ll
// $ haltcheck input.cert --embedded --json --property beauty
// $ haltcheck input.cert --embedded --refutation
// $ echo '{}' > empty.json; haltcheck pack empty.json -o empty.cert
int main(void)
{
    return 0;
}
