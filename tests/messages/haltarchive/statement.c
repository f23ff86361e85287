// $ haltcert prove statement.c --entry first -o first.cert > answer.txt; echo binary > program
// $ haltarchive attest first.cert --subject program --source statement.c -o statement.json
// $ cat statement.json
// $ haltarchive verify statement.json
// $ haltarchive verify statement.json --json
// $ haltarchive bundle statement.json -o release.haltcert.tar
// $ echo changed >> program; haltarchive verify statement.json
// $ rm program; haltarchive verify statement.json
// $ haltarchive verify first.cert
// $ haltarchive attest first.cert
/*@ requires \valid_read(p); */
int first(const int *p)
{
    return *p;
}
