import { beforeAll, describe, expect, test } from '@jest/globals';
import { ReplyRow } from '../../../functions/annotations/rows.ts';
import { MAX_REPLIES, MAX_THREAD_BYTES, SHARES } from '../../../functions/annotations/thread.ts';
import { newId, timeOfId } from '../../../functions/kit/ids.ts';
import { annotationPartition, keys } from '../../../functions/kit/table/keys.ts';
import { openTable } from '../../../functions/kit/table/table.ts';
import { doRunJob } from '../../../functions/reviews/run/run-one-persona.ts';
import { batchOf } from '../../workers/messages.ts';
import { useOwnTables } from '../../workers/own-tables.ts';
import { seedPersona } from '../seed.ts';
import { answerTo, good, modelOf, personaOf, stageReview } from './scene.ts';

beforeAll(useOwnTables);

const stageNote = async (note: object | undefined = {}, size = 2) => {
  const annotation = newId();
  const personas = Array.from({ length: size }, (_, index) =>
    seedPersona(newId(), ['Clarity', 'Trust'], { name: `Reader ${index + 1}` }),
  );
  const scene = await stageReview({
    personas,
    more: { source: 'widget_annotation', annotation_id: annotation },
  });
  if (note) {
    await scene.table.transact([
      { put: { ...keys.annotation(scene.ws, annotation), id: annotation, status: 'pending', ...note } },
    ]);
  }
  const thread = async () => {
    const partition = annotationPartition(scene.ws, annotation);
    const { items } = await scene.table.query({ partition, consistent: true });
    return {
      note: items.find(({ sk }) => sk === 'ANN'),
      replies: items.filter(({ sk }) => String(sk).startsWith('REPLY#')).map((row) => ReplyRow.parse(row)),
    };
  };
  return { ...scene, thread };
};

describe('the verdict of a review of a note', () => {
  test('stands on its thread once, as a reply by an agent, to be read by people', async () => {
    const scene = await stageNote();
    const { model } = modelOf((call) => answerTo(call, { score: 2 }));
    const worker = scene.worker(model);
    await Promise.all([...scene.jobs, ...scene.jobs].map((job) => worker(batchOf([job, job]))));
    const { note, replies } = await scene.thread();
    expect(replies).toHaveLength(1);
    expect(note).toMatchObject({ reply_count: 1 });
    expect(replies[0]).toMatchObject({ author: 'agent', author_name: 'Persona panel' });
    expect(timeOfId(replies[0]!.id)).toBe(replies[0]!.created_at);
    const body = replies[0]!.body;
    expect(body).toContain('## Fix these first');
    expect(body).toContain('> tested for a week before it leaves the house');
    expect(body).toContain('**Fix:** Say what is tested.');
    expect(body).toContain("Score: 2.0 of 5, on the panel's scale");
    expect(body).toContain('An AI answered (test-1)');
    expect(body).toMatch(/\| Reader 1 .*\| 2\.0 \|/);
  });

  test('says that no AI answered, and who came to no verdict', async () => {
    const scene = await stageNote();
    const { model } = modelOf((call) => (personaOf(call).persona.name === 'Reader 1' ? '' : answerTo(call)), {
      live: false,
    });
    await scene.worker(model)(batchOf(scene.jobs));
    const body = (await scene.thread()).replies[0]!.body;
    expect(body).toContain('not from an AI');
    expect(body).toContain('1 of 2 personas failed');
    expect(body).toMatch(/\| Reader 1 .*\| failed: /);
  });

  test('says so where nobody came to one', async () => {
    const scene = await stageNote();
    await scene.worker(modelOf(() => '').model)(batchOf(scene.jobs));
    expect((await scene.thread()).replies[0]!.body).toContain('No persona could answer.');
    expect(await scene.review()).toMatchObject({ status: 'failed', runs_failed: 2 });
  });

  test('fits a reply, however much was said', async () => {
    const scene = await stageNote({}, 10);
    const long = 'very long words '.repeat(100);
    const { model } = modelOf((call) => answerTo(call, { comment: long, suggestion: long, quote: long }));
    await scene.worker(model)(batchOf(scene.jobs));
    expect((await scene.thread()).replies[0]!.body.length).toBeLessThanOrEqual(10_000);
  });

  test('is written to a thread that is full for the team', async () => {
    const scene = await stageNote({ reply_count: MAX_REPLIES, thread_bytes: MAX_THREAD_BYTES });
    await scene.worker(good().model)(batchOf(scene.jobs));
    const { note, replies } = await scene.thread();
    expect(replies).toHaveLength(1);
    expect(note).toMatchObject({ reply_count: MAX_REPLIES + 1 });
  });

  test.each([
    ['full', { reply_count: SHARES.service.replies }],
    ['full of text', { thread_bytes: SHARES.service.bytes }],
    ['deleted', { deleted_at: 1 }],
    ['gone', undefined],
  ])('is left out where the thread is %s, and the review ends all the same', async (_, note) => {
    const scene = await stageNote(note as object);
    if (note === undefined)
      await scene.table.removeMany([keys.annotation(scene.ws, String((await scene.review())?.annotation_id))]);
    await scene.worker(good().model)(batchOf(scene.jobs));
    expect((await scene.thread()).replies).toEqual([]);
    expect(await scene.review()).toMatchObject({ status: 'complete', runs_done: 2, score: 4 });
  });
});

test('waits for the chair if the last run finishes while a look at the end is under way', async () => {
  const scene = await stageReview();
  const { model, others } = good();
  const needs = { model, objects: () => ({ read: async () => undefined }) };
  const delivery = { receives: 1, remainingMs: () => 60_000 };
  const [run] = scene.jobs;
  const [table, other] = [openTable(), openTable()];
  let looks = 0;
  table.getEach = async (...asked) => {
    const rows = await other.getEach(...asked);
    if (run && looks++ === 0) await doRunJob({ ...needs, table: other }, run, delivery);
    return rows;
  };
  await doRunJob({ ...needs, table }, scene.endJob, delivery);
  expect(await scene.review()).toMatchObject({ runs_done: 1, completed_at: null });
  await scene.worker(model)(batchOf([scene.endJob]));
  expect(await scene.review()).toMatchObject({ status: 'complete' });
  expect(others.map(({ question }) => question.task)).toContain('chair');
});
