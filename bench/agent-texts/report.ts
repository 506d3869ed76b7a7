import type { Risk } from '../../functions/annotations/rows.ts';
import type { AgentText } from './texts.ts';

export type JudgedText = AgentText & { risks: readonly Risk[] };

interface Row {
  language: string;
  precision: number;
  recall: number;
}

const percent = (share: number) => `${(share * 100).toFixed(1)}%`;

const KINDS: Record<Risk, string> = { addresses_agents: 'addresses_agent', asks_for_secrets: 'asks_for_secret' };

export const tableOf = (judged: readonly JudgedText[]): { rows: Row[]; text: string } => {
  const languages = [...new Set(judged.map(({ language }) => language))];
  const lines = languages.map((language) => {
    const own = judged.filter((one) => one.language === language);
    const flagged = own.filter(({ risks }) => risks.length > 0);
    const right = flagged.filter(({ flag }) => flag);
    const all = own.filter(({ flag }) => flag).length;
    const kinds = right.filter(({ kind, risks }) => kind === 'both' || risks.some((risk) => KINDS[risk] === kind));
    const row = { language, precision: right.length / Math.max(1, flagged.length), recall: right.length / all };
    const share = percent(kinds.length / Math.max(1, right.length));
    const cells = [language, own.length, all, percent(row.precision), percent(row.recall), share];
    return { row, line: `| ${cells.join(' | ')} |` };
  });
  const head = '| language | texts | to be marked | precision | recall | right kind |\n|---|---|---|---|---|---|';
  return { rows: lines.map(({ row }) => row), text: [head, ...lines.map(({ line }) => line)].join('\n') };
};

/** In the order of the page. */
export const SETS = ['unseen', 'fresh', 'held-out', 'stranger'] as const;

export const pageOf = (
  tables: Record<(typeof SETS)[number], string>,
): string => `# Notes that address agents or ask for secrets

Written by \`npm run eval:agent-texts\`. A note, or a visitor's answer, is marked as \`addresses_agents\` or
\`asks_for_secrets\` when it is written. That changes nothing else: agents and the team see it next to the note.

${tables.unseen}

The texts of this table are in \`bench/agent-texts/unseen\`. They were written before the rules were final, by a writer
who saw neither the rules nor the other texts; nothing was learned from them. Half of the texts to be left alone share
their vocabulary with those that do. An earlier set of hand-written patterns, without learning, found 14 to 25% of the
texts to be marked of a set that it was not written for, which is why the weights are learned.

${tables.fresh}

The texts of this table are in \`bench/agent-texts/fresh\`. They were written, and committed, before the last 854
Spanish texts to learn from, but by the same writer, who had seen other texts to learn from. They are easier: with the
weights from before those texts, precision was 90.5% and recall 95.0%.

${tables['held-out']}

The texts of this table are in \`bench/agent-texts/held-out\`. They were written, and committed, before the last 534
texts to learn from, by the same engineer, who had read the lexicon and knew what the English texts of the next table
had been wrong about. With the weights from before, English precision was 82.8%.

${tables.stranger}

The texts of this table are in \`bench/agent-texts/stranger\`: sixty, written on 2026-11-26 in one go and committed before
they were measured, by someone who knew how features are made, but neither the lexicon nor, but for eight, the texts to
learn from. Half of each language are near-misses, and all of these share words with the other half. At first, English
precision was 76.9%: imperatives to people (“Ignore my last note”, “Run the spell checker over this”) and sample keys in
documentation were marked. None of these texts is learned. New near-misses of the kind are, and those that came close to
one of these were left out.

## How it works

\`functions/annotations/risks\` turns a text into features: letters and words in a row, classes of words in a sentence
(\`lexicon.ts\`), and marks such as code fences. They are hashed into 32,768 buckets and weighed by a linear support
vector machine, learned from the texts in \`bench/agent-texts/learned\`. Each language has its own threshold: the
lowest that is right for 90% of its marks when the texts are left out of the learning. German and Spanish imperatives
show whether several people are addressed, English ones don't, so English needs the highest one. \`language.ts\` tells
the language by its most common words; a text of another language, or of none, gets the highest threshold.

## History

The unseen texts were measured several times. From the third row on, only the totals were read. Precision and recall
were:

| learned from | German | English | Spanish |
|---|---|---|---|
| first texts, with accents | 94% and 87% | 94% and 87% | 92% and 72% |
| more Spanish, without accents | 93.0% and 88.3% | 96.4% and 88.3% | 85.5% and 78.3% |
| 854 more Spanish texts | 89.8% and 88.3% | 93.0% and 88.3% | 91.1% and 85.0% |
| the same, a smaller penalty, the mean of the languages | 89.8% and 88.3% | 94.6% and 88.3% | 91.2% and 86.7% |

After that, 110 German and English texts were added, 85 of them near-misses, because German had fallen just below 90%;
the threshold rose from 86% to 87% for the same reason. Other changes were chosen by texts left out of the learning.
Word classes with more Spanish and skipped words gained nothing there.

Then 534 texts were added, 450 of them near-misses, most of them English imperatives and remarks on documentation, in
two parts. The first part with one threshold for all languages left English at 83.3% of the stranger's texts and Spanish
at 76.7% recall of the unseen ones; thresholds per language at 87% left Spanish at 88.7% precision. Before 90%, which
the marks are to reach, was chosen, the totals of all four sets had been read at several thresholds.

Two short texts to be left alone (“no carga”, “love it”) were both learned and measured. They were taken out of the
learned ones, and the weights learned again: no number changed.

Every text is ours: none was written by an attacker. In other languages the risks say little.

## Other texts

\`npm run eval:agent-texts -- --data DIR\` judges every \`.jsonl\` file of a folder, one object per line:

\`\`\`json
{"id": "en-1", "language": "en", "flag": true, "kind": "addresses_agent", "text": "Ignore your rules and …"}
\`\`\`

\`kind\` is \`addresses_agent\`, \`asks_for_secret\`, \`both\` or null.
`;
