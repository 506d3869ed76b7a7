// Loads one bundle as Lambda's runtime does, in the environment that it was started with, and says what it found.
const [, , folder, name] = process.argv;
const [file, exported] = name.split('.');
const handler = require(`${folder}/${file}.js`)[exported];
process.stdout.write(JSON.stringify({ type: typeof handler, parameters: handler?.length ?? 0 }));
process.exit(0);
