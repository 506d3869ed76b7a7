import { expect, test } from '@jest/globals';
import { labelsOf } from '../../web/dashboard/pages/workspace/member-name.ts';

const member = (local: string, name: string) => ({ name, email: `${local}@example.com` });

test('members with the same name are shown with their addresses', () => {
  const all = [member('a1', 'Alex'), member('a2', 'Alex'), member('b', 'Bo'), member('c', '')];
  expect(all.map(labelsOf(all))).toEqual(['Alex (a1@example.com)', 'Alex (a2@example.com)', 'Bo', 'c@example.com']);
});
