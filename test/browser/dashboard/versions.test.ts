import { beforeAll, expect, test } from '@jest/globals';
import { keys } from '../../../functions/kit/table/keys.ts';
import type { Blind, BlindAnswer } from '../../../functions/reviews/run-rows.ts';
import { newWorkspace, table, type Workspace } from '../../driver.ts';
import { seedPersona, seedReview } from '../../reviews/seed.ts';
import { lookAt, signInByHand, withBrowser } from './stand.ts';

let ws: Workspace;

beforeAll(async () => {
  ws = await newWorkspace();
});

const { visit: on } = withBrowser();

const NAMES = [
  ['First-time visitor', 'Clarity of the offer', 'Trust in the shop', 'Next step'],
  ['Price hunter', 'Value for money', 'Hidden costs'],
  ['Screen reader user', 'Structure that can be heard', 'Names of links and buttons'],
  ['Conversion skeptic', 'Proof of claims', 'Urgency without pressure', 'Delivery and returns'],
  ['Brand editor', 'Tone of voice', 'Consistency of terms'],
] as const;
const personas = NAMES.map(([name, ...dimensions]) => seedPersona(undefined, dimensions, { name }));

type Said = BlindAnswer['dimensions'][number];
const said = (dimension: string, better: Said['better'], by: number, isQuoted = true): Said => ({
  ...{ dimension, better, by },
  why: 'Buyers learn on which day the lamp arrives; before, they had to guess and to write an email.',
  quotes: isQuoted
    ? { new: 'Ships within two days.', previous: 'Ships at some point.' }
    : { new: null, previous: null },
});

/** A page that was reviewed, changed, and reviewed again. */
const seedRepeated = async (blindOf: (persona: number) => Blind) => {
  const more = { title: 'Lamp shop', input_type: 'site', url: 'https://shop.example.com/', ai_live: true } as const;
  const before = await seedReview(ws.id, { personas, more, samples: () => [3, 3, 2] });
  const after = await seedReview(ws.id, {
    personas,
    more: { ...more, previous_id: before.id },
    samples: (persona) => (persona === 0 ? [4, 4, 5] : [3, 3, 3]),
  });
  await table().transact(
    personas.map(({ id }, at) => ({ update: keys.reviewRun(ws.id, after.id, id), set: { blind: blindOf(at) } })),
  );
  return after;
};

const judgedOf = (
  persona: number,
  better: Said['better'],
  new_as = persona % 2 === 0 ? ('A' as const) : ('B' as const),
): Blind => ({
  state: 'judged',
  cut: persona === 0 ? { new: { kept: 9100, of: 43_250 }, previous: null } : { new: null, previous: null },
  answers: [
    {
      new_as,
      dimensions: (NAMES[persona] ?? []).slice(1).map((dimension, at) => {
        if (at === 1) return said(dimension, persona % 2 === 0 ? 'same' : 'previous', persona % 2 === 0 ? 0 : 1, false);
        return said(dimension, better, better === 'same' ? 0 : at === 2 ? 1 : 3 - (persona % 2));
      }),
    },
  ],
});

test('the comparison says that a new version is better, why, and what may be noise', () =>
  on(async (dashboard) => {
    const { page, open } = dashboard;
    const better = await seedRepeated((persona) =>
      persona === 4 ? { state: 'failed', error: { code: 'model_timeout' } } : judgedOf(persona, 'new'),
    );
    await open(`/reviews/${better.id}`);
    await signInByHand(dashboard, ws.owner.email);
    const compared = page.getByRole('region', { name: 'The new version is better' });
    await compared
      .getByText('4 personas compared both versions without knowing which is which: 4 prefer the new one')
      .waitFor();
    await compared.getByText('9,100 of 43,250 characters').waitFor();
    await compared.locator('summary').filter({ hasText: 'Clarity of the offer' }).click();
    await compared.getByText('Ships within two days.').first().waitFor();
    await compared.locator('summary').filter({ hasText: 'Hidden costs' }).click();
    await compared.getByText('May be noise: no quote shows it.').first().waitFor();
    expect(await compared.getByText('couldn’t compare the versions').count()).toBe(1);
    await lookAt(page, 'versions-better');

    const unclear = await seedRepeated((persona) => judgedOf(persona, persona % 2 === 0 ? 'new' : 'previous'));
    await open(`/reviews/${unclear.id}`);
    await page.getByText('depend on which version they saw first').waitFor();
    await lookAt(page, 'versions-unclear');

    const same = await seedRepeated(() => ({ state: 'unchanged' }));
    await open(`/reviews/${same.id}`);
    await page.getByText('The page reads as it did').waitFor();
  }));
