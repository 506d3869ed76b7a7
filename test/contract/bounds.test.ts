import { describe, expect, test } from '@jest/globals';
import { endpoints } from '../../lib/docs/endpoints.ts';
import { collectionsOf, unlimitedTextsOf } from '../bounds/shapes.ts';

/** Lists and records that no page cuts, by the end of their place, and what bounds them. */
const BOUNDED_BY: readonly [RegExp, string][] = [
  [/(^|\.)replies\[\]$/, 'thread.ts: number and bytes of a thread'],
  [/(^|\.)resolutions\[\]$/, 'thread.ts: number and bytes of a thread'],
  [/^\[\]$/, 'listResolutions: thread.ts, as above'],
  [/(^|\.)quarantine\[\]$/, 'an enum'],
  [/^kinds\[\]$/, 'an enum'],
  [/visitor\.metadata\{\}$/, 'the request: at most 20 entries'],
  [/(test_attributes|ancestor_attributes|styles)\{\}$/, 'the request: at most 256 KB were captured'],
  [/(console|failed_requests|clicks)\[\]$/, 'the request: at most 20'],
  [/allowed_origins\[\]$/, 'the request: at most 20'],
  [/site_grants\[\]$/, 'the request: at most 100'],
  [/target\{\}$/, 'auditEntry: ids and names of fields'],
  [/^headers\{\}$/, 'what is signed'],
  [/evaluation_dimensions\[\]$/, 'the request: 32 KB of a persona'],
  [/content\.(notes|note_codes|picture_urls|picture_elements)\[\]$/, 'what extraction keeps'],
  [/(error|reason)_codes\[\]$/, 'the sentences of an error: at most 10'],
  [/(((error|note|reason)_codes|notes)\[\]|error|reason_code)\.values\{\}$/, 'the places of a sentence'],
  [/personas\[\](\.dimensions\[\])?$/, 'a panel: 10 of 12 dimensions'],
  [
    /^(feedback\.)?items\[\]$/,
    'feedback: 10 personas, 9 answers of 5 findings; the demo: 10 personas of 12 dimensions',
  ],
  [
    /^(fixed|still|unnamed|new|facts\.(gone|new|still|unknown\.(previous|current)))\[\]$/,
    'findings of a panel: 10 personas with five each',
  ],
  [/^(better|worse)\[\]$/, 'a panel: 10 of 12 dimensions'],
  [/reports\[\]$/, 'the newest 50'],
  [/^days\[\]$/, '90 days'],
  [/^rows\.items\[\]$/, 'a page of 200 counts'],
  [/^top\.\w+\[\]$/, 'ten'],
  [/dimensions\[\]$/, 'the demo: the catalog'],
  [/^tools\[\]$/, 'ten tools'],
];

describe('every list in a response', () => {
  test.each(endpoints.filter(({ row }) => row.response))('has a maximum or a documented bound: $id', ({ id }) => {
    const unnamed = collectionsOf(id).filter((place) => !BOUNDED_BY.some(([pattern]) => pattern.test(place)));
    expect(unnamed).toEqual([]);
  });
});

/** An unknown status is a 400, and of a token nothing is stored. */
const UNLIMITED = new Set(['patchAnnotation status', 'patchWidgetAnnotation status', 'acceptInvitation token']);

test('every text field of a request has a maximum length', () => {
  const found = endpoints.flatMap(({ id }) => unlimitedTextsOf(id).map((place) => `${id} ${place}`));
  expect(found.filter((one) => !UNLIMITED.has(one))).toEqual([]);
});
