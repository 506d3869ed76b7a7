import { expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { call, newWorkspace } from '../driver.ts';
import { newPersona } from './gardener.ts';

/** The essentials of `marketplace`, which is a proof. */
test('a published persona is listed and cloned without its instructions, until it is unpublished', async () => {
  const [ws, other] = [await newWorkspace(), await newWorkspace()];
  const category = `c-${newId()}`;
  const persona = await newPersona(ws, { category, custom_instructions: 'Our secret plan.' });
  const act = (what: 'publish' | 'unpublish' | 'clone', as = ws.owner) =>
    call('POST', `/api/personas/${persona.id}/${what}`, { as });
  const listed = async () => (await call('GET', `/api/marketplace/personas?category=${category}`)).body.items;
  const { body } = await act('publish');
  expect(await listed()).toEqual([body]);
  expect(JSON.stringify(body)).not.toContain('secret');
  expect((await act('clone', other.owner)).body).toMatchObject({
    ...{ name: persona.name, custom_instructions: null, cloned_from: persona.id },
  });
  expect((await act('unpublish')).body.published_at).toBeNull();
  expect(await listed()).toEqual([]);
  expect((await act('clone', other.owner)).status).toBe(404);
});
