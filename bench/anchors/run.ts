import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { coverEachOther, findAgain } from '../../functions/verification/find-again.ts';
import { type PageParts, pageParts } from '../../functions/verification/page-parts.ts';
import { launchChromium } from '../../test/browser/chromium.ts';
import { CHANGES, type Half } from './changes.ts';
import { visitData } from './data.ts';
import { HALVES, servePages } from './pages.ts';
import { type Case, visitChanges } from './visit.ts';

const HELP = `npm run eval:anchors -- [options]

Changes pages in a real browser, finds pinned elements again, and writes docs/anchors.md.

  --half NAME   only 'tuned' or 'held out'; nothing is written
  --data DIR    cases from files instead, in the form of docs/anchors.md; nothing is written
  --help        this text
`;
const PAGE = new URL('../../docs/anchors.md', import.meta.url);
const MIN_RIGHT = 0.9;
const MAX_WRONG = 0.02;

const say = (text: string) => process.stdout.write(`${text}\n`);
const VERDICTS = ['right', 'wrong', 'missed'] as const;
type Verdict = (typeof VERDICTS)[number];

/** The same element, or one that covers the same box: a wrapper, or the only thing in it. */
const isSamePlace = (page: PageParts, one: number, other: number): boolean => {
  const [a, b] = [page.nodes[one], page.nodes[other]];
  return one === other || Boolean(a && b && coverEachOther(a, b));
};

const verdictOf = ({ pinned, at, truth }: Case, page: PageParts): Verdict => {
  const { node } = findAgain(pinned, page, at);
  if (node === null) return truth === null ? 'right' : 'missed';
  return truth !== null && isSamePlace(page, node, truth) ? 'right' : 'wrong';
};

interface Judged {
  page: string;
  change: string;
  verdict: Verdict;
}

const judge = (cases: readonly Case[]): Judged[] => {
  const parts = new Map<unknown, PageParts>();
  return cases.map((one) => {
    const page = parts.get(one.candidates) ?? pageParts(one.candidates);
    parts.set(one.candidates, page);
    return { page: one.page, change: one.change, verdict: verdictOf(one, page) };
  });
};

const percent = (share: number) => `${(share * 100).toFixed(1)}%`;

const rowOf = (name: string, judged: readonly Judged[]): string => {
  const counts = VERDICTS.map((verdict) => judged.filter((one) => one.verdict === verdict).length);
  const changes = new Set(judged.map(({ page, change }) => `${page} ${change}`)).size;
  const shares = counts.map((count) => percent(count / Math.max(1, judged.length)));
  return `| ${name} | ${changes} | ${judged.length} | ${shares.join(' | ')} |`;
};

const HEAD = '| | page changes | elements | right | wrong | missed |\n|---|---|---|---|---|---|';

const tableOf = (judged: readonly Judged[]): string => {
  const changes = [...new Set(judged.map(({ change }) => change))];
  const rows = changes.map((change) =>
    rowOf(
      change,
      judged.filter((one) => one.change === change),
    ),
  );
  return [HEAD, rowOf('**all**', judged), ...rows].join('\n');
};

const holds = (judged: readonly Judged[]): boolean => {
  const share = (verdict: Verdict) => judged.filter((one) => one.verdict === verdict).length / judged.length;
  return share('right') >= MIN_RIGHT && share('wrong') <= MAX_WRONG;
};

const ABOUT = `# How well pinned elements are found again

\`npm run eval:anchors\` measures this and writes this page. Each page is opened in Chromium, the widget’s own code
describes 12 elements, chosen by chance among those that visitors point at, and the page is changed in one of
${Object.keys(CHANGES.tuned).length} ways. The element must then be found among all elements of the changed page, or be *lost* if it was removed
(decision [0186](decisions/0186-proof-of-a-fix.md)).

- *right*: the same element, or one that covers the same box, or *lost* if it was removed
- *wrong*: another element
- *missed*: *lost*, although it is there

The aim is at least 90% right and at most 2% wrong on both groups of pages (\`bench/anchors/pages.ts\`). The weights were
fitted on the tuned pages. The others, and the combinations of changes made to them, were first looked at when the
weights were final.

`;
const statusOf = (failing: readonly string[]): string =>
  failing.length > 0 ? `**Not reached yet: ${failing.join(', ')}.**\n\n` : '';
const FORM = `## Your own cases

\`npm run eval:anchors -- --data DIR\` takes a folder with one folder per case: \`before.html\`, \`after.html\` and
\`pairs.json\`, a list of pairs of CSS selectors. \`after\` is null if the element was removed.

\`\`\`json
[{ "before": "#buy", "after": "form > button", "change": "new form" }, { "before": ".hint", "after": null }]
\`\`\`
`;

const main = async () => {
  const { values } = parseArgs({
    options: { half: { type: 'string' }, data: { type: 'string' }, help: { type: 'boolean', default: false } },
  });
  if (values.help) return say(HELP);
  const browser = await launchChromium();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const sections: string[] = [];
  const failing: string[] = [];
  const report = (name: string, judged: readonly Judged[]) => {
    const table = tableOf(judged);
    say(`\n${name}\n${table}`);
    sections.push(`## ${name}\n\n${table}\n`);
    if (!holds(judged)) failing.push(name);
  };
  try {
    if (values.data) {
      report('data', judge(await visitData(context, values.data)));
    } else {
      const pages = await servePages();
      for (const [half, names] of Object.entries(HALVES)) {
        if (values.half && values.half !== half) continue;
        const judged: Judged[] = [];
        for (const name of names) {
          const page = await context.newPage();
          const own = judge(await visitChanges(page, pages.addressOf(name), name, half as Half));
          say(rowOf(name, own));
          judged.push(...own);
          await page.close();
        }
        report(`${half === 'tuned' ? 'Tuned' : 'Held out'} (${names.length} pages)`, judged);
      }
      await pages.close();
      if (!values.half) await writeFile(PAGE, `${ABOUT}${statusOf(failing)}${sections.join('\n')}\n${FORM}`);
    }
  } finally {
    await browser.close();
  }
  for (const name of failing) say(`does not hold: ${name}`);
  if (failing.length > 0) process.exitCode = 1;
};

await main();
