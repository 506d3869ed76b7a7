import { describe, expect, test } from '@jest/globals';
import { demoStore } from '../../functions/demo/store.ts';
import { DAY, now } from '../../functions/kit/clock.ts';
import type { Request } from '../../functions/kit/contract/request.ts';
import { newId } from '../../functions/kit/ids.ts';
import { table } from '../driver.ts';

const answerOf = (paragraph: string) => ({
  top_dimensions: ['Layout', 'Type', 'Color'].map((name) => ({ name, score: 3, comment: 'Uneven' })),
  paragraph,
  ai_live: false,
});

const visitor = (ip: string, at = now()) => demoStore(table(), { now: at, request: { ip } as Request });

describe('a new page that two visitors ask for at once', () => {
  test('has the answer that was stored first, for both and for those after them', async () => {
    const question = newId();
    const [one, other] = [visitor('198.51.100.71'), visitor('198.51.100.72')];
    const [runOfOne, runOfOther] = [await one.reserve(), await other.reserve()];
    expect((await other.finish(runOfOther, question, answerOf('Other'), DAY)).paragraph).toBe('Other');
    expect((await one.finish(runOfOne, question, answerOf('One'), DAY)).paragraph).toBe('Other');
    expect((await one.look(question)).answer?.paragraph).toBe('Other');
    // The allowance of the second is used, too.
    expect((await one.look(question)).remaining).toBe(0);
    await expect(one.reserve()).rejects.toMatchObject({ status: 429 });
  });

  test('gets a new answer once the stored one has expired', async () => {
    const question = newId();
    const [one, later] = [visitor('198.51.100.73'), visitor('198.51.100.74', now() + DAY)];
    await one.finish(await one.reserve(), question, answerOf('Old'), DAY);
    expect((await later.finish(await later.reserve(), question, answerOf('New'), DAY)).paragraph).toBe('New');
    expect((await later.look(question)).answer?.paragraph).toBe('New');
  });
});
