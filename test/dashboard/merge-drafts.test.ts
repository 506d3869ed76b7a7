import { describe, expect, test } from '@jest/globals';
import { type Draft, emptyDraft } from '../../web/dashboard/pages/personas/draft.ts';
import { mergeDrafts } from '../../web/dashboard/pages/personas/merge-drafts.ts';

const base: Draft = { ...emptyDraft(), name: 'Buyer', title: 'Buys', category: 'sales', description: 'Skims.' };
const dimensionsOf = (name: string) => base.dimensions.map((one) => ({ ...one, key: crypto.randomUUID(), name }));

describe('two people write at the same persona', () => {
  test('nothing meets where nobody else has saved anything, whatever the rows are called', () => {
    expect(mergeDrafts({ ...base, title: 'Mine' }, base, { ...base, dimensions: dimensionsOf('') })).toBeUndefined();
  });

  test('what only the other has changed is taken, what only oneself has changed stays', () => {
    const saved = { ...base, description: 'Theirs', dimensions: dimensionsOf('Price') };
    const met = mergeDrafts({ ...base, title: 'Mine' }, base, saved);
    expect(met).toMatchObject({ taken: ['description', 'dimensions'], conflicts: [] });
    expect(met?.draft).toEqual({ ...saved, title: 'Mine' });
  });

  test('the same field, changed differently, is for a person to decide; one’s own words stay until then', () => {
    const met = mergeDrafts({ ...base, title: 'Mine', name: 'N' }, base, {
      ...base,
      title: 'Theirs',
      category: 'copy',
    });
    expect(met).toMatchObject({ taken: ['category'], conflicts: ['title'] });
    expect(met?.draft).toMatchObject({ title: 'Mine', name: 'N', category: 'copy' });
  });

  test('the same words from both are no clash', () => {
    expect(mergeDrafts({ ...base, title: 'Same ' }, base, { ...base, title: 'Same' })).toMatchObject({
      taken: [],
      conflicts: [],
    });
  });
});
