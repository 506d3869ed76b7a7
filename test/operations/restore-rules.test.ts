import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { removedBy } from '../../lib/operate/restore-rules.ts';

const root = join(import.meta.dirname, '../..');
const REMOVAL = /'([a-z_]+\.(?:delete|erase|leave|rebind|remove|reset|revoke|unpublish|withdraw))'/g;

/** Actions whose row stays, marked, for longer than point-in-time recovery reaches back. */
const MARKED = ['api_token.revoke', 'workspace.delete'];

/** Any name of an id, so that an action finds the one that its target has. */
const anyTarget = new Proxy({}, { get: () => 'some-id' });

describe('removedBy', () => {
  test('knows every audit action that removes a record', () => {
    const sources = ['functions/**/*.ts', 'lib/operate/rebind.ts'].flatMap((pattern) =>
      globSync(pattern, { cwd: root }),
    );
    const actions = sources.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(REMOVAL)].map(([, action]) => String(action)),
    );
    const unknown = [...new Set(actions)].filter((action) => removedBy({ action, target: anyTarget }) === undefined);
    expect(actions).toContain('invitation.erase');
    expect(unknown.sort()).toEqual(MARKED);
  });
});
