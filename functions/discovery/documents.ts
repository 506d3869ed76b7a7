import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setting } from '../kit/config.ts';
import type { RawAnswer } from '../kit/contract/contract.ts';

export const BASE_URL_PLACEHOLDER = 'https://base-url.invalid';

const kept = new Map<string, RawAnswer>();

const pathOf = (name: string) => join(import.meta.dirname, 'static', name);

export const hasDocument = (name: string): boolean => existsSync(pathOf(name));

export const document = (name: string): RawAnswer => {
  const found = kept.get(name);
  if (found) return found;
  const text = readFileSync(pathOf(name), 'utf8').replaceAll(
    BASE_URL_PLACEHOLDER,
    setting('BASE_URL').replace(/\/+$/, ''),
  );
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  const answer: RawAnswer = { text, headers: { 'cache-control': 'public, max-age=300', etag } };
  kept.set(name, answer);
  return answer;
};
