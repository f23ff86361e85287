// $ haltcert prove claim.c --entry half -o claim.cert --signed-overflow wrap > answer.txt
// $ haltcheck claim.cert --embedded
// $ haltcheck claim.cert --embedded --entry half
// $ haltcheck claim.cert --embedded --entry half --signed-overflow wrap
// $ haltcheck claim.cert --embedded --entry half --signed-overflow wrap --precondition '(int n) requires n > 1'
// $ haltcheck claim.cert --embedded --entry half --signed-overflow wrap --precondition '(int n) requires n > 0'
// $ haltcheck claim.cert --embedded --entry half --signed-overflow wrap --data-model ilp32 --precondition '(int n) requires n > 0'
// $ haltcheck claim.cert --embedded --as-claimed
// $ haltcheck claim.cert --embedded --as-claimed --entry half
// $ haltcheck claim.cert --embedded --entry "$(printf 'ha\nlf')"
/*@ requires n > 0; */
int half(int n)
{
    return n / 2;
}
