import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { connect, primed } from '../../functions/kit/http/prime.ts';
import type { Table } from '../../functions/kit/table/table.ts';

const INITIALIZATION = 'AWS_LAMBDA_INITIALIZATION_TYPE';
const never = () => new Promise(() => undefined);

describe('a start in Lambda', () => {
  beforeEach(() => {
    process.env[INITIALIZATION] = 'on-demand';
  });
  afterEach(() => {
    delete process.env[INITIALIZATION];
  });

  test('is ready once the first call was prepared', async () => {
    const done: string[] = [];
    const { ready } = primed({}, async () => {
      await Promise.resolve();
      done.push('prepared');
    });
    await ready;
    expect(done).toEqual(['prepared']);
  });

  test.each([
    ['rejects', () => Promise.reject(new Error('The table is unreachable.'))],
    [
      'throws',
      () => {
        throw new Error('A setting is missing.');
      },
    ],
  ])('is ready if its preparation %s', async (_, prime) => {
    expect(await primed({}, prime).ready).toBeUndefined();
  });

  test('waits no longer than a second', async () => {
    const kept = setInterval(() => undefined, 1000);
    expect(await primed({}, never).ready).toBeUndefined();
    clearInterval(kept);
  });

  test('opens as many connections as a call begins with, by reading only', async () => {
    const read: string[] = [];
    const get: Table['get'] = async ({ pk }) => void read.push(pk);
    await connect({ get } as Table);
    expect(read).toEqual(Array(4).fill('RATE#start#0'));
  });
});

test('a start elsewhere prepares nothing', () => {
  const asked: string[] = [];
  const handler = {};
  expect(primed(handler, async () => asked.push('asked'))).toBe(handler);
  expect([handler, asked]).toEqual([{}, []]);
});
