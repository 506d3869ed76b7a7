import { now } from '../../../functions/kit/clock.ts';
import { newId } from '../../../functions/kit/ids.ts';
import { type Key, keys } from '../../../functions/kit/table/keys.ts';
import { openTable, type StoredRow, type Table } from '../../../functions/kit/table/table.ts';
import { owed } from '../../../functions/owed/jobs.ts';
import { queueWorker } from '../../../functions/owed/queue-worker.ts';
import type { Model, ModelCall } from '../../../functions/reviews/ask/model/model.ts';
import { type Content, packContent, textContent } from '../../../functions/reviews/read/content.ts';
import {
  END_DUE_MS,
  type FindingRow,
  type PersonaAsRun,
  type ReviewRow,
  type RunRow,
} from '../../../functions/reviews/rows.ts';
import { doRunJob, type RunNeeds } from '../../../functions/reviews/run/run-one-persona.ts';
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

/** A good answer to a question. */
export const answerTo = ({ question }: Pick<ModelCall, 'question'>, said: Said = {}): string =>
  JSON.stringify({
    dimensions: question.dimensions.map(({ name }) => ({
      dimension: name,
      score: 4,
      quote: 'tested for a week before it leaves the house',
      element: null,
      comment: `About ${name}: the claim is concrete.`,
      suggestion: 'Say what is tested.',
      ...said,
    })),
    summary: 'Concrete, but it hides the price.',
  });

/** A model that a test holds in its hands. */
export const modelOf = (
  ask: (call: ModelCall, times: number) => string | Promise<string>,
  more: Partial<Model> = {},
) => {
  const calls: ModelCall[] = [];
  const model: Model = {
    id: 'test-1',
    live: true,
    samples: 3,
    ask: async (call) => {
      calls.push(call);
      return { text: await ask(call, calls.length), usage: { input: 100, output: 10 } };
    },
    ...more,
  };
  return { model, calls };
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
  const jobs = personas.map((persona) => ({ job: 'run-persona', ...keys.reviewRun(ws, id, persona.id) }));
  const endJob = { job: 'end-review', ...keys.review(ws, id) };
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
    /** The worker, but for who opens the model. */
    worker: (model: Model, more: Partial<RunNeeds> = {}) =>
      queueWorker((job, delivery) =>
        doRunJob({ table, model, objects: () => ({ read: async () => undefined }), ...more }, job, delivery),
      ),
  };
};
