import { beforeAll, describe, expect, test } from '@jest/globals';
import { assembled } from './assembled.ts';
import { type Shipped, shippedIn, type Upload, uploadFaults, uploadsIn } from './shipped.ts';

let shipped: Shipped[];
let uploads: Upload[];
beforeAll(() => {
  const stacks = assembled();
  shipped = shippedIn(stacks);
  uploads = uploadsIn(stacks);
});

describe('every function', () => {
  test('names only files that are uploaded before it is deployed', () => {
    const naming = shipped.filter(({ names }) =>
      uploads.some(({ files }) => [...names].some((name) => files.has(name))),
    );
    expect(naming.map(({ id }) => id)).toContainEqual(expect.stringMatching(/^loader/));
    expect(uploadFaults(shipped, uploads)).toEqual([]);
  });
});

describe('a function deployed before its files', () => {
  test('a function is reported if its stack no longer waits for the stack that uploads its files', () => {
    const early = shipped.map((one) => ({ ...one, stack: { ...one.stack, after: new Set<string>() } }));
    expect(uploadFaults(early, uploads)).toContainEqual(
      expect.stringMatching(/loader\w+ names files that Sidenote-production-widget/),
    );
  });

  test('a function is reported if it is in one stack with its files without a dependency', () => {
    const together = uploads.map((upload) => ({
      ...upload,
      stack: shipped.find(({ id, stack }) => id.startsWith('loader') && stack.stage === upload.stack.stage)!.stack,
    }));
    expect(uploadFaults(shipped, together)).not.toEqual([]);
    const ordered = shipped.map((one) => ({ ...one, dependsOn: together.map(({ id }) => id) }));
    expect(uploadFaults(ordered, together)).toEqual([]);
  });
});
