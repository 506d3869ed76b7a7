import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A row of docs/roles.md: what the tests expect, written by hand. */
export interface RoleRow {
  key: string;
  method: string;
  path: string;
  role: 'GUEST' | 'MEMBER' | 'OWNER' | 'admin' | null;
  by: string[];
  scope: 'workspace' | 'path' | 'user' | null;
  beyond_spec: boolean;
  /** Below OWNER only what the caller made. */
  own_only: boolean;
  /** A user who names themselves needs no role. */
  oneself: boolean;
}

const ROLES = ['GUEST', 'MEMBER', 'OWNER', 'admin'] as const;
const SCOPES: Record<string, RoleRow['scope']> = {
  workspace: 'workspace',
  'workspace in the path': 'path',
  user: 'user',
  none: null,
};

const parse = (line: string, beyond_spec: boolean): RoleRow => {
  const [, method = '', path = '', role = '', by = '', scope = ''] = line
    .split('|')
    .map((cell) => cell.trim().replaceAll('`', ''));
  const least = ROLES.find((one) => role.startsWith(one)) ?? null;
  if (!least && role !== '–') throw new Error(`docs/roles.md names no role for ${method} ${path}: ${role}`);
  if (!(scope in SCOPES)) throw new Error(`docs/roles.md gives ${method} ${path} an unknown scope: ${scope}`);
  const credentials = by === 'none' ? [] : by.split(',').map((one) => one.trim());
  return {
    key: `${method} ${path}`,
    method,
    path,
    role: least,
    by: credentials,
    scope: SCOPES[scope] ?? null,
    beyond_spec,
    own_only: role.includes('(own '),
    oneself: role.includes('or oneself'),
  };
};

/** All rows of docs/roles.md. */
export const roleRows = (): RoleRow[] => {
  const text = readFileSync(join(__dirname, '../../docs/roles.md'), 'utf8');
  const [spec = '', beyond = ''] = text.split('## Beyond the spec');
  const rowsOf = (part: string, isBeyond: boolean) =>
    part
      .split('\n')
      .filter((line) => /^\| [A-Z]+ \| `/.test(line))
      .map((line) => parse(line, isBeyond));
  return [...rowsOf(spec, false), ...rowsOf(beyond, true)];
};
