import { describe, expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { idsIn, requireIds } from '../../functions/kit/table/key-ids.ts';
import { type Key, keys } from '../../functions/kit/table/keys.ts';

const builds = Object.entries(keys) as [string, (...ids: string[]) => Key][];

describe('idsIn', () => {
  test.each(builds)('gives back the ids that keys.%s was built from', (_, build) => {
    const ids = Array.from({ length: build.length }, () => newId());
    expect(idsIn(build, build(...ids))).toEqual(ids);
  });

  test('tells kinds apart that share a partition', () => {
    const [ws, note, id] = [newId(), newId(), newId()];
    expect(idsIn(keys.reply, keys.resolution(ws, note, id))).toBeUndefined();
    expect(idsIn(keys.annotation, keys.context(ws, note))).toBeUndefined();
  });

  test('takes no id with a separator or nothing in it', () => {
    expect(idsIn(keys.reply, { pk: keys.annotation('w', 'n#x').pk, sk: 'REPLY#r' })).toBeUndefined();
    expect(idsIn(keys.reply, { pk: keys.annotation('w', 'n').pk, sk: 'REPLY#' })).toBeUndefined();
  });
});

test('requireIds throws for a key of another kind', () => {
  expect(() => requireIds(keys.review, keys.site('w', 's'))).toThrow('Unexpected key');
});
