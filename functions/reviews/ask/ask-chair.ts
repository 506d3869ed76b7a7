import { codesOf, type Said, said } from '../../codes/said.ts';
import type { FindingRow } from '../finding-rows.ts';
import { concludeByRule } from '../judge/conclude.ts';
import { groundIn } from '../judge/ground.ts';
import type { Content } from '../read/content.ts';
import type { Brief, Conclusion } from '../rows.ts';
import type { RunRow, Tokens } from '../run-rows.ts';
import { sumOf } from '../tokens.ts';
import { askOnce } from './ask-once.ts';
import { plainText } from './merge-samples.ts';
import type { ChairAnswer } from './model/answer.ts';
import type { Facts, Model, ModelBusy, PictureBytes } from './model/model.ts';
import { parseChair } from './parse-answer.ts';
import type { Example } from './prompt/examples.ts';
import type { Marks } from './prompt/marks.ts';

/** More would not fit into a prompt; the most urgent by rule are shown. */
const MAX_FINDINGS = 100;

interface Asking {
  content: Content;
  pictures: readonly PictureBytes[];
  facts: Facts | undefined;
  brief: Brief | undefined;
  examples?: readonly Example[] | undefined;
  marks: Marks;
  signal: AbortSignal;
  runs: readonly RunRow[];
  findings: readonly FindingRow[];
}

export interface Chaired {
  conclusion: Conclusion;
  tokens: Tokens | null;
  busy?: ModelBusy;
}

interface Shown {
  findings: readonly FindingRow[];
  /** Those that the chair has seen, by their numbers. */
  shown: readonly FindingRow[];
  byRule: Conclusion;
  content: Content;
}

/** A chair's answer as a conclusion. What it names that is no finding, or strikes without a quote, is ignored and counted. */
const read = (answer: ChairAnswer, { findings: all, shown, byRule, content }: Shown): Conclusion => {
  const { ground } = groundIn(content);
  const idOf = (number: number): string | undefined => shown[number - 1]?.id;
  let ignored = 0;
  const idsOf = (numbers: readonly number[]): string[] => {
    const ids = numbers.map(idOf).filter((id) => id !== undefined);
    ignored += numbers.length - ids.length;
    return [...new Set(ids)];
  };
  const kinds = new Map(all.map(({ id, kind }) => [id, kind]));
  const struck = new Map<string, { quote: string; reason: string }>();
  for (const { finding, quote, reason } of answer.struck) {
    const id = idOf(finding);
    const found = ground({ quote, element: null, region: null });
    if (id && found.grounded && found.quote) struck.set(id, { quote: found.quote, reason: plainText(reason, 400) });
    else ignored += 1;
  }
  const same = new Map<string, string>();
  for (const { lead, findings } of answer.groups) {
    const [first, ...others] = idsOf([lead, ...findings]);
    if (!first || same.has(first)) continue;
    const leads = new Set(same.values());
    for (const id of others)
      if (kinds.get(id) === kinds.get(first) && !same.has(id) && !leads.has(id)) same.set(id, first);
  }
  const seen = new Set(shown.map(({ id }) => id));
  for (const [id, lead] of Object.entries(byRule.same)) if (!seen.has(id)) same.set(id, same.get(lead) ?? lead);
  for (const [id, lead] of same) {
    const strike = struck.get(lead);
    if (strike && !struck.has(id)) struck.set(id, strike);
  }
  const isLeft = (id: string) => kinds.get(id) === 'fault' && !same.has(id) && !struck.has(id);
  const leadOf = (id: string) => same.get(id) ?? id;
  // The rule's order completes the chair's.
  const order = [...new Set([...idsOf(answer.order), ...byRule.order].map(leadOf))].filter(isLeft);
  const rest = shown.map(({ id }) => id).filter((id) => isLeft(id) && !order.includes(id));
  const statements = (all: ChairAnswer['verdict']) =>
    all
      .map(({ text, findings }) => ({ text: plainText(text, 600), findings: idsOf(findings).slice(0, 20) }))
      .filter(({ text, findings }) => {
        const isKept = text !== '' && findings.length > 0;
        if (!isKept) ignored += 1;
        return isKept;
      });
  const [verdict, disagreements] = [statements(answer.verdict), statements(answer.disagreements)];
  const notes: Said[] = ignored > 0 ? [said('chair_ignored', { count: ignored })] : [];
  return {
    by: 'chair',
    notes: codesOf(notes),
    verdict,
    disagreements,
    order: [...order, ...rest],
    same: Object.fromEntries(same),
    struck: Object.fromEntries(struck),
  };
};

/** Closes a review with one call; by rule if the model gives no usable answer. Never throws. */
export const askChair = async (
  model: Model,
  { content, pictures, facts, brief, examples, marks, signal, runs, findings }: Asking,
): Promise<Chaired> => {
  const byRule = concludeByRule(runs, findings, said('chair_failed'));
  const rank = new Map(byRule.order.map((id, at) => [id, at]));
  const placeOf = ({ id }: FindingRow) => rank.get(id) ?? rank.get(byRule.same[id] ?? '') ?? findings.length;
  const shown = findings.toSorted((one, other) => placeOf(one) - placeOf(other)).slice(0, MAX_FINDINGS);
  const names = new Map(runs.map(({ persona_id, persona }) => [persona_id, persona.name]));
  const asked = shown.map((finding, at) => ({
    number: at + 1,
    persona: names.get(finding.persona_id) ?? '',
    finding,
  }));
  const { value, tokens, busy } = await askOnce(
    model,
    { task: 'chair', content, pictures, facts, brief, examples, findings: asked },
    { signal, marks, read: parseChair },
  );
  const counted = sumOf(tokens);
  if (!value) return { conclusion: byRule, tokens: counted, ...(busy && { busy }) };
  return { conclusion: read(value, { findings, shown, byRule, content }), tokens: counted };
};
