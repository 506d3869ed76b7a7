import { expect, test } from '@jest/globals';
import { askChair } from '../../../functions/reviews/ask/ask-chair.ts';
import type { ChairQuestion } from '../../../functions/reviews/ask/model/model.ts';
import { freshMarks } from '../../../functions/reviews/ask/prompt/marks.ts';
import type { FindingRow } from '../../../functions/reviews/finding-rows.ts';
import { content, modelOf } from './scene.ts';

const fault = (id: string, persona_id: string, comment: string): FindingRow => ({
  ...{ id, persona_id, dimension: 'Clarity', kind: 'fault', severity: 2, evidence: [], comment, fix: null },
  ...{ seen_in: null, position: 0, created_at: 0 },
});

const concluded = async (findings: readonly FindingRow[], chair: object) => {
  const answer = { groups: [], order: [], struck: [], verdict: [], disagreements: [], ...chair };
  let shown: ChairQuestion['findings'] = [];
  const { model } = modelOf(() => '', {
    ask: async ({ question }) => {
      if (question.task === 'chair') shown = question.findings;
      return { text: JSON.stringify({ chair: answer }) };
    },
  });
  const { conclusion } = await askChair(model, {
    ...{ content: content(), pictures: [], facts: undefined, brief: undefined, marks: freshMarks() },
    ...{ signal: AbortSignal.timeout(10_000), runs: [], findings },
  });
  return { conclusion, shown };
};

test('a conclusion orders faults that the chair was not shown, too, behind those that it was', async () => {
  const faults = Array.from({ length: 120 }, (_, at) => fault(`fault-${at}`, 'p1', `Sentence ${at} is long.`));
  const { conclusion, shown } = await concluded(faults, { order: [2, 1] });
  expect(shown).toHaveLength(100);
  expect(conclusion.by).toBe('chair');
  expect(conclusion.order.slice(0, 3)).toEqual(['fault-1', 'fault-0', 'fault-2']);
  expect(conclusion.order.toSorted()).toEqual(faults.map(({ id }) => id).toSorted());
});

test('a fault that the chair was not shown stays merged by rule, with the lead that the chair chose', async () => {
  const words = 'The price of the large lamp remains hidden until checkout.';
  const faults = [
    ...Array.from({ length: 99 }, (_, at) => ({
      ...fault(`fault-${at}`, 'p1', `Sentence ${at} is long.`),
      severity: 4,
    })),
    ...['p2', 'p3', 'p4'].map((persona) => ({ ...fault(`price-${persona}`, persona, words), severity: 1 })),
  ] as FindingRow[];
  const { conclusion, shown } = await concluded(faults, { groups: [{ lead: 1, findings: [100] }] });
  expect(shown.at(-1)?.finding.id).toBe('price-p2');
  expect(conclusion.same).toEqual({ 'price-p2': 'fault-0', 'price-p3': 'fault-0', 'price-p4': 'fault-0' });
  expect(conclusion.order).toHaveLength(99);
});

test('what disproves a fault disproves its repeats, and not the fault that it repeats', async () => {
  const words = 'The price of the large lamp remains hidden until checkout.';
  const faults = ['p1', 'p2', 'p3'].map((persona) => fault(persona, persona, words));
  faults.push(fault('other', 'p1', 'Nothing says who can visit.'));
  const strike = { quote: 'our workshop in Graz', reason: 'The content says so.' };
  const close = async (finding: number) => {
    const groups = [{ lead: 1, findings: [2, 3] }];
    const struck = [{ finding, ...strike }];
    const { order, same, struck: all } = (await concluded(faults, { groups, struck })).conclusion;
    return { order, same, struck: all };
  };
  const same = { p2: 'p1', p3: 'p1' };
  expect(await close(1)).toEqual({ order: ['other'], same, struck: { p1: strike, p2: strike, p3: strike } });
  expect(await close(2)).toEqual({ order: ['p1', 'other'], same, struck: { p2: strike } });
});
