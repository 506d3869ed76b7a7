import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChairQuestion, Model, ModelCall } from '../../../functions/reviews/ask/model/model.ts';
import { DEFAULT_SETTINGS } from '../../../functions/reviews/ask/model/settings.ts';
import { promptCache } from './prompt-cache.ts';

/** A string is sent as it is: prose around JSON, or an answer that breaks off. */
type Reply = string | object;

/** In place of a finding's number: its persona's slug, and words of its comment. */
type Named = readonly [slug: string, words: string];

interface NamedChair {
  groups: { lead: Named; findings: Named[] }[];
  order: Named[];
  struck: { finding: Named; quote: string; reason: string }[];
  verdict: { text: string; findings: Named[] }[];
  disagreements: { text: string; findings: Named[] }[];
}

export interface Answers {
  brief: object;
  /** By slug: the replies to each sample, the second one to a repair request. */
  personas: Record<string, Reply[][]>;
  chair: NamedChair;
}

export const answersIn = (folder: string): Answers =>
  JSON.parse(readFileSync(join(import.meta.dirname, folder, 'answers.json'), 'utf8')) as Answers;

const textOf = (reply: Reply): string => (typeof reply === 'string' ? reply : JSON.stringify(reply));

const numbered = (chair: NamedChair, { findings }: ChairQuestion, nameOf: (slug: string) => string): object => {
  const numberOf = ([slug, words]: Named): number => {
    const found = findings.filter(
      ({ persona, finding }) => persona === nameOf(slug) && finding.comment.includes(words),
    );
    const [only] = found;
    if (found.length !== 1 || !only) throw new Error(`${found.length} findings of ${slug} say "${words}".`);
    return only.number;
  };
  const all = (some: readonly Named[]) => some.map(numberOf);
  return {
    groups: chair.groups.map((one) => ({ lead: numberOf(one.lead), findings: all(one.findings) })),
    order: all(chair.order),
    struck: chair.struck.map((one) => ({ ...one, finding: numberOf(one.finding) })),
    verdict: chair.verdict.map((one) => ({ ...one, findings: all(one.findings) })),
    disagreements: chair.disagreements.map((one) => ({ ...one, findings: all(one.findings) })),
  };
};

/**
 * A strong model as it was recorded for one piece: it answers by task, persona and sample, and only what was recorded.
 * `faults` has what was asked for and not recorded, because a review survives a model that fails.
 */
export const recordedModel = ({ brief, personas, chair }: Answers, nameOf: (slug: string) => string) => {
  const cache = promptCache();
  const faults: string[] = [];
  const repairs: string[] = [];
  const times = new Map<string, number>();

  const answerTo = ({ question, repair }: Omit<ModelCall, 'signal'>): string => {
    if (question.task === 'brief') return textOf({ findings: [], scores: [], summary: '', brief, chair: null });
    if (question.task === 'chair') {
      return textOf({ findings: [], scores: [], summary: '', brief: null, chair: numbered(chair, question, nameOf) });
    }
    const slug = question.persona.slug ?? '';
    const samples = personas[slug] ?? [];
    if (repair) {
      repairs.push(repair.request);
      const [, second] = samples.find(([first = '']) => textOf(first).startsWith(repair.answer)) ?? [];
      if (second === undefined) throw new Error(`No second answer of ${slug} to: ${repair.request}`);
      return textOf(second);
    }
    const at = times.get(slug) ?? 0;
    times.set(slug, at + 1);
    const [first] = samples[at] ?? [];
    if (first === undefined) throw new Error(`${slug} has no answer ${at + 1}.`);
    return textOf(first);
  };

  const model: Model = {
    id: 'openai:recorded-1',
    live: true,
    settings: DEFAULT_SETTINGS,
    ask: async (call) => {
      const counted = cache.begin(call);
      // Calls that begin together don't find each other's prefix.
      await new Promise((resolve) => setImmediate(resolve));
      try {
        const text = answerTo(call);
        return { text, usage: counted.answered(text) };
      } catch (error) {
        faults.push((error as Error).message);
        throw error;
      }
    },
  };
  return { model, bills: cache.bills, faults, repairs };
};
