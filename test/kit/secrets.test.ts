import { expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import {
  derivedSecret,
  firstDerivation,
  randomSecret,
  readSecret,
  SECRETS,
  type SecretKind,
} from '../../functions/kit/secrets.ts';

const kinds = Object.keys(SECRETS) as SecretKind[];
const idsFor = (kind: SecretKind) => Array.from({ length: SECRETS[kind].ids }, newId);

test.each(kinds)('a %s secret carries its ids and reads as no other kind', (kind) => {
  const ids = idsFor(kind);
  const secret = randomSecret(kind, ids);
  expect(readSecret(kind, secret)).toEqual(ids);
  expect(secret).toMatch(/^sv[a-z]{2}_[0-9A-Za-z]+$/);
  for (const other of kinds) if (other !== kind) expect(readSecret(other, secret)).toBeUndefined();
});

test('every changed character is refused without a read', () => {
  const secret = randomSecret('api', idsFor('api'));
  for (let at = 0; at < secret.length; at += 1) {
    const changed = secret.slice(0, at) + (secret[at] === 'q' ? 'r' : 'q') + secret.slice(at + 1);
    expect(readSecret('api', changed)).toBeUndefined();
  }
  for (const text of ['', 'svat_', `${secret}a`, secret.slice(1), secret.toUpperCase()])
    expect(readSecret('api', text)).toBeUndefined();
});

test('a derived secret is the same again until its version counts up', () => {
  const ids = idsFor('mcp');
  const first = firstDerivation();
  expect(derivedSecret('mcp', ids, first)).toBe(derivedSecret('mcp', ids, first));
  expect(derivedSecret('mcp', ids, { ...first, version: 2 })).not.toBe(derivedSecret('mcp', ids, first));
  expect(derivedSecret('widget', ids, first).slice(5)).not.toBe(derivedSecret('mcp', ids, first).slice(5));
});
