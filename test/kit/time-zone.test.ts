import { expect, test } from '@jest/globals';
import { isTimeZone, nextHour } from '../../functions/kit/time-zone.ts';

test.each([
  ['UTC', '2026-11-26T06:00:00Z', '2026-11-26T07:00:00Z'],
  ['UTC', '2026-11-26T07:00:00Z', '2026-11-27T07:00:00Z'],
  ['Europe/Berlin', '2026-11-26T05:59:00Z', '2026-11-26T06:00:00Z'],
  ['Europe/Berlin', '2026-07-01T12:00:00Z', '2026-07-02T05:00:00Z'],
  // Summer time ends on the 25th.
  ['Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T06:00:00Z'],
  ['America/Los_Angeles', '2026-11-26T20:00:00Z', '2026-11-27T15:00:00Z'],
  ['Pacific/Kiritimati', '2026-11-26T12:00:00Z', '2026-11-26T17:00:00Z'],
  ['Asia/Kathmandu', '2026-11-26T00:00:00Z', '2026-11-26T01:15:00Z'],
])('the next 7:00 of %s after %s is %s', (zone, at, due) => {
  expect(new Date(nextHour(zone, 7, Date.parse(at))).toISOString()).toBe(new Date(due).toISOString());
});

test('a time zone is a name, not an offset', () => {
  expect(['Europe/Berlin', 'UTC', '+01:00', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
