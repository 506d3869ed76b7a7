import { afterEach, describe, expect, test } from '@jest/globals';
import { MAX_RECEIVES } from '../../functions/owed/jobs.ts';
import { queueWorker } from '../../functions/owed/queue-worker.ts';
import { batchOf } from './messages.ts';

const { warn, error } = console;
afterEach(() => {
  Object.assign(console, { warn, error });
});

describe('a queue worker that fails', () => {
  test('logs level error only at the last receive, which no retry follows', async () => {
    const levels: unknown[] = [];
    const read = (line: string) => levels.push(JSON.parse(line).level);
    Object.assign(console, { warn: read, error: read });
    const handler = queueWorker(async () => {
      throw new Error('The mail server is busy.');
    });
    const job = { job: 'send-mail', pk: 'WS#1', sk: 'MAIL#1' };
    for (let receives = 1; receives <= MAX_RECEIVES; receives += 1) {
      const { batchItemFailures } = await handler(batchOf([job], receives));
      expect(batchItemFailures).toHaveLength(1);
    }
    expect(levels).toEqual(['warn', 'warn', 'warn', 'warn', 'error']);
  });
});
