// $ haltcert prove departures.c --entry use
// $ haltcert prove departures.c --entry use --json | grep -o '"departures":[^]]*]'
// $ haltcert prove departures.c --all-functions
// $ haltcert prove departures.c --entry use --format sarif | grep '"ruleId": "call-apart"\|"level"\|"text": "this call'
// $ haltcert prove departures.c --entry use --format github
// $ haltcert prove departures.c --entry use --html page.html > answer; grep -A2 '<h3>Calls' page.html
/*@ requires 1 <= d; */
int half(int d)
{
    return 100 / d;
}

/*@ requires n >= 0; */
int use(int n)
{
    return n > 5 ? half(n) : half(-n - 1);
}
