import { beforeAll, describe, expect, test } from '@jest/globals';
import { keys, reviewPartition } from '../../functions/kit/table/keys.ts';
import { defaultPersonaId } from '../../functions/personas/default-personas.ts';
import { PANELS } from '../../functions/reviews/api/panel.ts';
import type { ContentKind } from '../../functions/reviews/read/content-kind.ts';
import { call, newWorkspace, table, type Workspace } from '../driver.ts';
import { review, reviewFile, serveContent, untilEnded } from './documents.ts';
import { KIND_SAMPLES } from './kind-samples.ts';

const textOf = (wanted: ContentKind, about = '') =>
  KIND_SAMPLES.find((one) => one.kind === wanted && one.about.includes(about))!;

interface Shown {
  id: string;
  status: string;
  runs_total: number;
  runs_done: number;
  personas: { persona_id: string; slug: string | null }[];
}

const read = async (ws: Workspace, id: string): Promise<Shown> =>
  (await call('GET', `/api/reviews/${id}`, { as: ws.owner })).body;
const slugsOf = ({ personas }: Pick<Shown, 'personas'>) => personas.map(({ slug }) => slug);
const panelOf = (kind: keyof typeof PANELS): string[] => [...PANELS[kind]].slice(0, 5);

describe('a text', () => {
  test.each([
    ['documentation', 'README', 'docs-engineer'],
    ['contract_or_policy', 'service', 'contract-reader'],
    ['contract_or_policy', 'German', 'contract-reader'],
    ['article', 'German', 'journalist'],
    ['pricing_page', 'German', 'pricing-strategist'],
    ['email', 'German', 'email-marketer'],
    ['spreadsheet', 'CSV', 'spreadsheet-reviewer'],
    ['slides', 'pitch', 'slide-reviewer'],
  ] as const)('a text that is %s (%s) is reviewed by a %s from the start', async (kind, about, slug) => {
    const { owner } = await newWorkspace();
    const { text: content, title = 'Untitled' } = textOf(kind, about);
    const { body } = await call('POST', '/api/reviews', { as: owner, body: { title, input_type: 'text', content } });
    expect(slugsOf(body)).toEqual(panelOf(kind));
    expect(slugsOf(body)).toContain(slug);
    expect(slugsOf(body)).not.toContain('busy-executive');
  });

  test('is reviewed by the personas that the caller names, whatever it is', async () => {
    const { owner, id } = await newWorkspace();
    const body = {
      title: 'README',
      input_type: 'text',
      content: textOf('documentation').text,
      persona_ids: [defaultPersonaId(id, 'busy-executive')],
    };
    expect(slugsOf((await call('POST', '/api/reviews', { as: owner, body })).body)).toEqual(['busy-executive']);
  });
});

describe('content that is read later', () => {
  let ws: Workspace;
  const ids = new Map<string, string>();
  const shown = new Map<string, Shown>();
  const of = (name: string): Shown => shown.get(name)!;

  beforeAll(async () => {
    ws = await newWorkspace();
    const own = (slug: string) => defaultPersonaId(ws.id, slug);
    await call('DELETE', `/api/personas/${own('security-reviewer')}`, { as: ws.owner });
    await call('PATCH', `/api/personas/${own('docs-engineer')}`, { as: ws.owner, body: { name: 'Our engineer' } });
    const serving = await serveContent();
    const pasted = { title: 'Agreement', input_type: 'document', content: textOf('contract_or_policy').text };
    const asked: Record<string, Promise<string>> = {
      readme: reviewFile(ws.owner, { file: 'readme.md', as: 'document', type: 'text/markdown' }),
      article: review(ws.owner, { title: 'x', input_type: 'site', url: `${serving.origin}/article.html` }),
      pricing: review(ws.owner, { title: 'x', input_type: 'site', url: `${serving.origin}/pricing.html` }),
      policy: review(ws.owner, { title: 'x', input_type: 'site', url: `${serving.origin}/datenschutz.html` }),
      screenshot: reviewFile(ws.owner, { file: 'ui-good.png', as: 'image', type: 'image/png' }),
      contract: review(ws.owner, pasted),
      named: review(ws.owner, { ...pasted, persona_ids: [own('marketer'), own('seo-specialist')] }),
      unclear: reviewFile(ws.owner, { file: 'cv.txt', as: 'document', type: 'text/plain' }),
      failing: reviewFile(ws.owner, { file: 'scanned.pdf', as: 'pdf', type: 'application/pdf' }),
    };
    for (const [name, id] of Object.entries(asked)) ids.set(name, await id);
    await untilEnded(ws);
    await serving.close();
    for (const [name, id] of ids) shown.set(name, await read(ws, id));
  }, 120_000);

  test.each([
    ['article', 'article'],
    ['pricing', 'pricing_page'],
    ['policy', 'contract_or_policy'],
    ['contract', 'contract_or_policy'],
    ['screenshot', 'screenshot'],
    ['unclear', 'other'],
  ] as const)('content read later (%s) gets the panel for %s, and all of it reviews', (name, kind) => {
    expect(slugsOf(of(name))).toEqual(panelOf(kind));
    // Nothing in a picture is measured without a model.
    const status = name === 'screenshot' ? 'not_judged' : 'complete';
    expect(of(name)).toMatchObject({ status, runs_total: 5, runs_done: 5 });
  });

  test('a README gets the docs engineer as the workspace changed it, without the one that it deleted', () => {
    expect(slugsOf(of('readme'))).toEqual([
      'docs-engineer',
      'copy-editor',
      'consistency-checker',
      'agent-reader',
      'non-native-reader',
    ]);
    expect(of('readme').personas[0]).toMatchObject({ slug: 'docs-engineer', name: 'Our engineer' });
  });

  test('personas that the caller named stay', () => {
    expect(slugsOf(of('named'))).toEqual(['marketer', 'seo-specialist']);
    expect(of('named')).toMatchObject({ status: 'complete', runs_total: 2, runs_done: 2 });
  });

  test('content that can’t be read keeps the panel of its type', () => {
    expect(slugsOf(of('failing'))).toEqual(panelOf('other'));
    expect(of('failing')).toMatchObject({ status: 'failed', runs_total: 5, runs_done: 5 });
  });

  test('no run of the first panel is left behind', async () => {
    for (const [name, id] of ids) {
      const { items } = await table().query({
        partition: reviewPartition(ws.id, id),
        sort: ['begins_with', keys.reviewRun(ws.id, id, '').sk],
        consistent: true,
      });
      expect([name, items.map(({ persona_id }) => persona_id).sort()]).toEqual([
        name,
        of(name)
          .personas.map(({ persona_id }) => persona_id)
          .sort(),
      ]);
    }
  });
});
