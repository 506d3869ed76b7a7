import { afterEach, expect, test } from '@jest/globals';
import { regional } from '../../web/dashboard/kit/regional.ts';
import { endOfDay, setTimeZone } from '../../web/dashboard/kit/time-zone.ts';

const own = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
const speak = (...languages: string[]) =>
  Object.defineProperty(globalThis, 'navigator', { value: { languages }, configurable: true });

afterEach(() => {
  setTimeZone(null);
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

test.each([
  ['Pacific/Auckland', '2026-12-31', '2026-12-31T10:59:59Z'],
  ['America/Los_Angeles', '2026-12-31', '2027-01-01T07:59:59Z'],
  // The clocks change on these days.
  ['Pacific/Auckland', '2026-09-27', '2026-09-27T10:59:59Z'],
  ['America/Los_Angeles', '2026-11-01', '2026-11-02T07:59:59Z'],
  ['Asia/Beirut', '2026-03-28', '2026-03-28T21:59:59Z'],
  ['Pacific/Auckland', '9999-12-31', '9999-12-31T10:59:59Z'],
])('in %s, %s ends at %s', (zone, date, end) => {
  setTimeZone(zone);
  expect(endOfDay(date)).toBe(Date.parse(end));
});

test.each([[''], ['10000-01-01']])('%j isn’t a date that ends', (date) => {
  expect(endOfDay(date)).toBeNaN();
});
