import { afterEach, expect, test } from '@jest/globals';
import { regional } from '../../web/dashboard/kit/regional.ts';

const own = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
const speak = (...languages: string[]) =>
  Object.defineProperty(globalThis, 'navigator', { value: { languages }, configurable: true });

afterEach(() => {
  if (own) Object.defineProperty(globalThis, 'navigator', own);
});

test('dates and times use the page’s language and the reader’s region', () => {
  speak('de-AT', 'en-GB', 'en');
  expect([regional('en'), regional('de')]).toEqual(['en-GB', 'de-AT']);
  speak('fr-FR');
  expect(regional('en')).toBe('en');
  speak('en-US@posix');
  expect(regional('en')).toBe('en');
});
