import { describe, expect, test } from '@jest/globals';
import { defaultPersonas } from '../../functions/personas/default-personas.ts';
import { bodyOf, type Draft, draftOf, emptyDraft } from '../../web/dashboard/pages/personas/draft.ts';
import { mergeDrafts } from '../../web/dashboard/pages/personas/merge-drafts.ts';

const base: Draft = { ...emptyDraft(), name: 'Buyer', title: 'Buys', category: 'sales', description: 'Skims.' };
const dimensionsOf = (name: string) => base.dimensions.map((one) => ({ ...one, key: crypto.randomUUID(), name }));

describe('merging two edits of one persona', () => {
  test('does nothing if no one else has saved, even with different row keys', () => {
    expect(mergeDrafts({ ...base, title: 'Mine' }, base, { ...base, dimensions: dimensionsOf('') })).toBeUndefined();
  });

  test('takes fields that only the other changed and keeps those that only you changed', () => {
    const saved = { ...base, description: 'Theirs', dimensions: dimensionsOf('Price') };
    const met = mergeDrafts({ ...base, title: 'Mine' }, base, saved);
    expect(met).toMatchObject({ taken: ['description', 'dimensions'], conflicts: [] });
    expect(met?.draft).toEqual({ ...saved, title: 'Mine' });
  });

  test('reports a field changed in both places as a conflict and keeps your version until you decide', () => {
    const met = mergeDrafts({ ...base, title: 'Mine', name: 'N' }, base, {
      ...base,
      title: 'Theirs',
      category: 'copy',
    });
    expect(met).toMatchObject({ taken: ['category'], conflicts: ['title'] });
    expect(met?.draft).toMatchObject({ title: 'Mine', name: 'N', category: 'copy' });
  });

  test('does not report the same change by both as a conflict', () => {
    expect(mergeDrafts({ ...base, title: 'Same ' }, base, { ...base, title: 'Same' })).toMatchObject({
      taken: [],
      conflicts: [],
    });
  });
});

describe('the draft of a persona', () => {
  test('keeps everything of its dimensions but their absolute weights, also what the form does not show', () => {
    const unweighted = ({ evaluation_dimensions: all }: ReturnType<typeof bodyOf>) =>
      all.map((dimension) => ({ ...dimension, weight: 0 }));
    for (const persona of defaultPersonas()) expect(unweighted(bodyOf(draftOf(persona)))).toEqual(unweighted(persona));
  });
});
