import { expect, test } from '@jest/globals';
import { matchesHint } from '../../web/dashboard/pages/invitation/matches-hint.ts';

test.each([
  ['info@xn--mller-kva.de', 'i•••@müller.de', true],
  ['info@müller.de', 'i•••@xn--mller-kva.de', true],
  ['Ada@Example.com', 'a•••@example.com', true],
  ['ada@example.com', '•••@example.com', true],
  ['ada@example.com', 'b•••@example.com', false],
  ['ada@example.org', 'a•••@example.com', false],
  ['', 'a•••@example.com', false],
])('an invitation may be for “%s” with the hint “%s”: %s', (email, hint, is) => {
  expect(matchesHint(email, hint)).toBe(is);
});
