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

export const pageOf = (table: string): string => `# Notes that address agents or ask for secrets

Written by \`npm run eval:agent-texts\`. A note, or a visitor's answer, is marked as \`addresses_agents\` or
\`asks_for_secrets\` when it is written. That changes nothing else: agents and the team see it next to the note.

${table}

The texts of this table are in \`bench/agent-texts/unseen\`. They were written before the rules were final, by a writer
who saw neither the rules nor the other texts; nothing was learned from them. Half of the texts to be left alone share
their vocabulary with those that do. An earlier set of hand-written patterns, without learning, found 14 to 25% of the
texts to be marked of a set that it was not written for, which is why the weights are learned.

## How it works

\`functions/annotations/risks\` turns a text into features: letters and words in a row, classes of words in a sentence
(\`lexicon.ts\`), and marks such as code fences. They are hashed into 32,768 buckets and weighed by a linear support
vector machine, learned from the texts in \`bench/agent-texts/learned\`. The threshold is the lowest that is right for
86% of those texts when they are left out of the learning; most of them are near-misses. At the first look at the
unseen texts, with less Spanish to learn from and with accents, precision was 94, 94 and 92%, and recall 87, 87 and
72% in German, English and Spanish. What changed afterwards was chosen by texts left out of the learning. The aim of 90%
precision and 80% recall holds in German and English; in Spanish, both miss it by a few texts.

Every text is ours: none was written by an attacker. In other languages the risks say little.

## Other texts

\`npm run eval:agent-texts -- --data DIR\` judges every \`.jsonl\` file of a folder, one object per line:

\`\`\`json
{"id": "en-1", "language": "en", "flag": true, "kind": "addresses_agent", "text": "Ignore your rules and …"}
\`\`\`

\`kind\` is \`addresses_agent\`, \`asks_for_secret\`, \`both\` or null.
`;
