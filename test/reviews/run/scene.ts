import { now } from '../../../functions/kit/clock.ts';
import { newId } from '../../../functions/kit/ids.ts';
import { type Key, keys } from '../../../functions/kit/table/keys.ts';
import { openTable, type StoredRow, type Table } from '../../../functions/kit/table/table.ts';
import { owed } from '../../../functions/owed/jobs.ts';
import { queueWorker } from '../../../functions/owed/queue-worker.ts';
import type { ChairQuestion, Model, ModelCall, PersonaQuestion } from '../../../functions/reviews/ask/model/model.ts';
import { DEFAULT_SETTINGS } from '../../../functions/reviews/ask/model/settings.ts';
import type { FindingRow } from '../../../functions/reviews/finding-rows.ts';
import { type Content, packContent, textContent } from '../../../functions/reviews/read/content.ts';
import { END_DUE_MS, type ReviewRow } from '../../../functions/reviews/rows.ts';
import type { RunNeeds } from '../../../functions/reviews/run/needs.ts';
import { doRunJob } from '../../../functions/reviews/run/run-one-persona.ts';
import type { PersonaAsRun, RunRow } from '../../../functions/reviews/run-rows.ts';
import { seedPersona, seedReview } from '../seed.ts';

export const TEXT = [
  'Lamps that last',
  'We build lamps by hand in our workshop in Graz. Each one is tested for a week before it leaves the house.',
  'Buy now and pay later — “no questions asked”.',
].join('\n\n');

export const content = (more: Partial<Content> = {}): Content => ({ ...textContent('text', 'Lamps', TEXT), ...more });

interface Said {
  score?: number;
  quote?: string | null;
  element?: string | null;
  comment?: string;
  suggestion?: string | null;
}

/** A persona's question; the tests of the others look at their own. */
export const personaOf = ({ question }: Pick<ModelCall, 'question'>): PersonaQuestion => {
  if (question.task !== 'persona') throw new Error(`A persona's question was expected, not ${question.task}.`);
  return question;
};

/** A good answer to a persona's question: a finding for each dimension. */
export const answerTo = (call: Pick<ModelCall, 'question'>, said: Said = {}): string => {
  const { score = 4, quote = 'tested for a week before it leaves the house', element = null, ...more } = said;
  const names = personaOf(call).dimensions.map(({ name }) => name);
  return JSON.stringify({
    findings: names.slice(0, 5).map((name) => ({
      dimension: name,
      kind: 'fault',
      evidence: [{ quote, element, region: null }],
      comment: more.comment ?? `About ${name}: the claim is concrete.`,
      severity: 2,
      fix: { before: null, after: more.suggestion ?? 'Say what is tested.' },
    })),
    scores: names.map((name) => ({ dimension: name, score, reason: null })),
    summary: 'Concrete, but it hides the price.',
    brief: null,
    chair: null,
  });
};

/** A chair that keeps the order of the findings. */
const chairAnswer = ({ findings }: ChairQuestion): string =>
  JSON.stringify({
    chair: {
      groups: [],
      order: findings.map(({ number }) => number),
      struck: [],
      verdict: [{ text: 'It reaches its goal in part.', findings: [1] }],
      disagreements: [],
    },
  });

const BRIEF = JSON.stringify({
  brief: { goal: 'Sell lamps', audience: 'People who furnish', stage: 'live', transcripts: [] },
});

/**
 * A model that a test holds in its hands. `calls` are those of personas; the first and the last call of a review are
 * answered here.
 */
export const modelOf = (
  ask: (call: ModelCall, times: number) => string | Promise<string>,
  more: Partial<Model> = {},
) => {
  const calls: ModelCall[] = [];
  const others: ModelCall[] = [];
  const model: Model = {
    id: 'test-1',
    live: true,
    settings: DEFAULT_SETTINGS,
    ask: async (call) => {
      const { question } = call;
      const usage = { input: 100, output: 10, cached: 40 };
      if (question.task !== 'persona') {
        others.push(call);
        return { text: question.task === 'chair' ? chairAnswer(question) : BRIEF, usage };
      }
      calls.push(call);
      return { text: await ask(call, calls.length), usage };
    },
    ...more,
  };
  return { model, calls, others };
};

export const good = () => modelOf((call) => answerTo(call));

interface Staging {
  personas?: readonly PersonaAsRun[];
  content?: Content;
  more?: Partial<ReviewRow>;
}

/** A review whose runs are all owed. Needs own tables. */
export const stageReview = async ({ personas = [seedPersona()], content: of = content(), more = {} }: Staging = {}) => {
  const table = openTable();
  const ws = newId();
  const { id } = await seedReview(ws, { personas, status: 'queued', into: table });
  const at = now();
  await table.transact([
    { put: { ...keys.workspace(ws), id: ws } },
    { put: { ...keys.reviewContent(ws, id), content: packContent(of) } },
    {
      update: keys.review(ws, id),
      set: {
        ...owed('end-review', keys.review(ws, id), at + END_DUE_MS),
        ...{ runs_done: 0, runs_failed: 0, judge: null, ai_live: null, score: null, completed_at: null },
        ...{ status: 'queued', ...more },
      },
    },
  ]);
  const found = await table.query({ partition: keys.review(ws, id).pk, sort: ['begins_with', 'FINDING#'] });
  await table.removeMany(found.items as unknown as Key[]);
  await table.transact(
    personas.map((persona) => {
      const key = keys.reviewRun(ws, id, persona.id);
      return {
        update: key,
        set: {
          ...owed('run-persona', key, at),
          state: 'queued',
          attempts: 0,
          score: null,
          scores: [],
          judge: null,
          ai_live: null,
          samples: 0,
          summary: '',
          finished_at: null,
        },
      };
    }),
  );
  return sceneOf(table, ws, id, personas);
};

const sceneOf = (table: Table, ws: string, id: string, personas: readonly PersonaAsRun[]) => {
  const jobs = personas.map((persona) => ({ job: 'run-persona' as const, ...keys.reviewRun(ws, id, persona.id) }));
  const endJob = { job: 'end-review' as const, ...keys.review(ws, id) };
  const rows = async <Row>(prefix: string) => {
    const page = await table.query({
      partition: keys.review(ws, id).pk,
      sort: ['begins_with', prefix],
      consistent: true,
    });
    return page.items as (Row & Record<string, unknown>)[];
  };
  return {
    table,
    ws,
    id,
    personas,
    jobs,
    endJob,
    review: async () => (await table.get(keys.review(ws, id))) as (ReviewRow & Record<string, unknown>) | undefined,
    runs: () => rows<RunRow>('RUN#'),
    run: async (index = 0) =>
      (await table.get(jobs[index]!)) as StoredRow & RunRow & { job?: string; due_at?: number; wait_seconds?: number },
    findings: () => rows<FindingRow>('FINDING#'),
    /** The worker with a model of the test. Delivers the end of the review as soon as it is due. */
    worker: (model: Model, more: Partial<RunNeeds> = {}) =>
      queueWorker(async (job, delivery) => {
        const needs = { table, model, objects: () => ({ read: async () => undefined }), ...more };
        await doRunJob(needs, job, delivery);
        if (job.job !== 'run-persona') return;
        for (let steps = 0; steps < 4; steps += 1) {
          const row = await table.get(keys.review(ws, id));
          const isDue = row?.job === 'end-review' && Number(row.due_at) <= now();
          if (isDue) await doRunJob(needs, { job: 'end-review', ...keys.review(ws, id) }, delivery);
        }
      }),
  };
};
