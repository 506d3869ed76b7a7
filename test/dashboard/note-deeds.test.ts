import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ApprovalState } from '../../functions/annotations/rows.ts';
import { isKnownDeed } from '../../web/dashboard/pages/inbox/note/deeds.ts';

const root = join(import.meta.dirname, '../..');
const ACTION = /['`]((?:annotation|resolution)\.[a-z_]+|approval\.\$\{approval\.state\})['`]/g;
/** They have events of the same names. */
const OTHER_AREAS = /functions\/(webhooks|changes)\//;
/** Their sentences say more; after the last one there is no note. */
const OTHERS = ['annotation.delete', 'annotation.patch', 'annotation.verified'];

test('a note’s activity has a sentence for every action that is audited of a note', () => {
  const found = globSync('functions/**/*.ts', { cwd: root })
    .filter((file) => !OTHER_AREAS.test(file))
    .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(ACTION)].map(([, action = '']) => action));
  const states = ApprovalState.options.map((state) => `approval.${state}`);
  const actions = found.flatMap((action) => (action.startsWith('approval.$') ? states : [action]));
  expect(actions).toEqual(expect.arrayContaining(['annotation.anonymize', 'approval.withdrawn', 'resolution.create']));
  expect([...new Set(actions)].filter((action) => !isKnownDeed(action)).sort()).toEqual(OTHERS);
});
