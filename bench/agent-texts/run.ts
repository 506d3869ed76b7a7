import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { risksOf } from '../../functions/annotations/risks/risks.ts';
import { learnedWeights } from './learn.ts';
import { pageOf, SETS, tableOf } from './report.ts';
import { type AgentText, textsIn } from './texts.ts';

const HELP = `npm run eval:agent-texts -- [options]

Measures how well notes that address agents or ask for secrets are recognized, and writes docs/agent-texts.md.

  --learn      learns the weights again first, from bench/agent-texts/learned
  --wrong      prints each text that was judged wrong
  --data DIR   texts from files instead, in the form of docs/agent-texts.md; nothing is written
  --help       this text
`;
const folder = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const WEIGHTS = new URL('../../functions/annotations/risks/weights.generated.json', import.meta.url);
const PAGE = new URL('../../docs/agent-texts.md', import.meta.url);
const LEAST = { precision: 0.9, recall: 0.8 };

const judgedOf = (texts: readonly AgentText[]) => texts.map((one) => ({ ...one, risks: risksOf(one.text) }));

const say = (text: string) => process.stdout.write(`${text}\n`);

const main = async () => {
  const { values } = parseArgs({
    options: {
      learn: { type: 'boolean', default: false },
      wrong: { type: 'boolean', default: false },
      data: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return say(HELP);
  if (values.learn) {
    await writeFile(WEIGHTS, learnedWeights(textsIn(folder('learned'))));
    return say('Learned. Run again without --learn to measure.');
  }
  const sets = (values.data ? [values.data] : SETS.map(folder)).map((from) => judgedOf(textsIn(from)));
  if (values.wrong) {
    for (const { id, flag, risks, text } of sets.flat())
      if (flag !== risks.length > 0) say(`${flag ? 'missed' : 'wrong'} ${id}: ${JSON.stringify(text)}`);
  }
  const tables = sets.map(tableOf);
  for (const { text } of tables) say(text);
  if (!values.data) {
    const texts = Object.fromEntries(SETS.map((name, at) => [name, tables[at]?.text ?? '']));
    await writeFile(PAGE, pageOf(texts as Parameters<typeof pageOf>[0]));
  }
  for (const { language, precision, recall } of tables.flatMap(({ rows }) => rows)) {
    if (precision >= LEAST.precision && recall >= LEAST.recall) continue;
    say(`does not hold: ${language} has precision ${precision.toFixed(3)} and recall ${recall.toFixed(3)}`);
    process.exitCode = 1;
  }
};

await main();
