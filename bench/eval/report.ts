import { markdownTable } from '../markdown.ts';
import { codeHash } from './code-hash.ts';
import { exampleRows, type TriedWorld } from './examples.ts';
import { figureOf, type Measured, sizesOf } from './gates.ts';
import { type Figures, METHODS, OURS } from './measure.ts';
import { TESTED } from './workspaces.ts';

const mean = (values: readonly (number | undefined)[]): number | undefined => {
  const known = values.filter((value) => value !== undefined);
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) / known.length : undefined;
};

const cell = (value: number | undefined): string => (value === undefined ? '' : value.toFixed(3));

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  markdownTable(head, rows, '---');

const NAMES = ['brier', 'logLoss', 'ece', 'auc'] as const;
const TITLES = { brier: 'Brier score', logLoss: 'Log loss', ece: 'ECE, 15 bins of equal mass', auc: 'AUC' };

const overWorlds = (all: readonly Measured[], name: (typeof NAMES)[number]): string => {
  const [first] = all;
  const sizes = first ? sizesOf(first) : [];
  return tableOf(
    ['labels', ...METHODS],
    sizes.map((labels) => [
      String(labels),
      ...METHODS.map((method) =>
        cell(mean(all.map(({ workspaces }) => mean(workspaces.map((one) => figureOf(one, method, labels)[name]))))),
      ),
    ]),
  );
};

const byWorld = (all: readonly Measured[]): string =>
  tableOf(
    [
      'world',
      'labels',
      ...METHODS,
      'p in its interval',
      'trusted',
      'agreement',
      'under 80%',
      'calibrated',
      'in use',
      'page in its interval',
    ],
    all.flatMap((measured) =>
      sizesOf(measured).map((labels) => {
        const of = (method: string): Figures[] => measured.workspaces.map((one) => figureOf(one, method, labels));
        const ours = of(OURS);
        const trusting = ours.flatMap(({ agreement }) => agreement ?? []);
        return [
          measured.world,
          String(labels),
          ...METHODS.map((method) => cell(mean(of(method).map(({ brier }) => brier)))),
          cell(mean(ours.map(({ covered }) => covered))),
          cell(mean(ours.map(({ trusted }) => trusted))),
          cell(mean(trusting)),
          `${trusting.filter((agreement) => agreement < 0.8).length} of ${trusting.length}`,
          cell(mean(ours.map(({ isCalibrated }) => Number(isCalibrated)))),
          (mean(ours.map(({ used }) => used)) ?? 0).toFixed(0),
          cell(mean(ours.map(({ pageCovered }) => pageCovered))),
        ];
      }),
    ),
  );

const FORMAT = `## Your own worlds

\`npm run eval -- --data DIR\` reads each \`*.jsonl\` in a folder as a world, one rating a line:

\`\`\`json
{"workspace": "w1", "split": "labels", "review": "r1", "finding": "f1", "rater": "ann", "rated_at": 1700000000000,
 "rating": 4, "p": 0.62, "persona": "p1", "category": "design", "dimension": "Clarity", "kind": "fault", "severity": 3,
 "score": 2.7, "spread": 0.5, "panel": 3.4, "seen": 0.67, "grounded": true, "has_fix": true, "length": 180}
\`\`\`

(Each on one line.) \`labels\` are given in the order of \`rated_at\` (milliseconds); \`test\` are ratings of other
reviews. \`p\`, the true probability of a 4 or 5, is optional. A world in which people change their minds has
\`"changes_after": 200\` on a line, and \`test_after_change\` for predictions after it; \`"is_adversarial": true\` takes a
world out of the comparison with the base rate.`;

export const reportOf = async (all: readonly Measured[], tried: readonly TriedWorld[], wrong: readonly string[]) => {
  const table = byWorld(all);
  const examples = tableOf(
    ['world', 'kept', 'dropped', 'undecided', 'Brier without', 'Brier', 'ratings until then'],
    exampleRows(tried),
  );
  const [first] = all;
  const page = `# How well calibration predicts

Written by \`npm run eval\`; code ${await codeHash()}. ${first?.workspaces.length ?? 0} simulated workspaces of each of ${all.length} worlds, ${TESTED} findings
of other reviews predicted in each. No person rated anything: the worlds are ours (\`bench/eval/worlds.ts\`), made to
differ from the model. What the numbers promise, and what not, is in [reviews.md](reviews.md).

${wrong.length === 0 ? 'All promises hold.' : `Promises that do not hold:\n\n${wrong.map((one) => `- ${one}`).join('\n')}`}

## Means over worlds

${NAMES.map((name) => `${TITLES[name]}:\n\n${overWorlds(all, name)}`).join('\n\n')}

## By world: Brier score and promises

*p in its interval*: share of true probabilities inside the 90% interval. *trusted*: share of findings that need no
person; *agreement*: how often people agree with those; *under 80%*: workspaces where they agree less, of those that
trust anything. *calibrated*: share of workspaces in that state. *in use*: labels that count, after a change of taste.
*page in its interval*: share of page ratings inside the 90% interval of the page's score, once it is on the team's
scale; a page is rated by the people who rate its findings.

${table}

## Examples from a workspace's ratings

A simulated judge takes from examples which kinds of findings help, is confused by them, or ignores them. They are
tried in every other review, and kept only if held-out skill is higher with them.

${examples}

${FORMAT}
`;
  return { table, page };
};
