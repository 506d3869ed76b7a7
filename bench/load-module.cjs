// Started once for each measurement: what it takes to load a bundle, or nothing.
const [, , bundle] = process.argv;
if (bundle) require(bundle);
process.exit(0);
