// Started once for each measurement: what it takes to load a bundle, or nothing. Says how much of a processor that took.
const [, , bundle] = process.argv;
if (bundle) require(bundle);
const { user, system } = process.cpuUsage();
process.stdout.write(String((user + system) / 1000));
process.exit(0);
