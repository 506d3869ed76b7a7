import { call } from '../world.ts';
import { alsoOnce, type Case, type Ground, get, post, send } from './case.ts';

export const PERSONA = {
  name: 'Gardener',
  title: 'Knows what grows',
  category: 'garden',
  description: 'Looks for weeds.',
  evaluation_dimensions: [{ name: 'Weeds', description: 'How few there are.', weight: 1 }],
};

const newPersona = async (g: Ground): Promise<string> => {
  const { id } = await call<{ id: string }>(post('/api/personas', g.token, PERSONA));
  return `/api/personas/${id}`;
};

const published = async (g: Ground): Promise<string> => {
  const path = await newPersona(g);
  await call(post(`${path}/publish`, g.token));
  return path;
};

export const personas: Case[] = [
  { of: 'listMyPersonas', ask: async (g) => get('/api/personas/mine', g.token) },
  { of: 'listCategoryPersonas', ask: async (g) => get('/api/personas/category/copy', g.token) },
  { of: 'getPersona', ask: async (g) => get(await newPersona(g), g.token) },
  ...alsoOnce({ of: 'createPersona', ask: async (g) => post('/api/personas', g.token, PERSONA) }),
  {
    of: 'patchPersona',
    ask: async (g) => send('PATCH', await newPersona(g), g.token, { title: 'Knows weeds' }),
  },
  { of: 'deletePersona', ask: async (g) => send('DELETE', await newPersona(g), g.token) },
  {
    of: 'resetDefaultPersonas',
    ask: async (g) => {
      const { items } = await call<{ items: { id: string; slug: string }[] }>(
        get('/api/personas/category/legal', g.token),
      );
      const one = items[0] ?? { id: '', slug: '' };
      const body = { custom_instructions: 'Be brief.' };
      await call(send('PATCH', `/api/personas/${one.id}`, g.token, body));
      return post('/api/personas/reset-defaults', g.token, { slug: one.slug });
    },
  },
  { of: 'publishPersona', ask: async (g) => post(`${await newPersona(g)}/publish`, g.token) },
  { of: 'unpublishPersona', ask: async (g) => post(`${await published(g)}/unpublish`, g.token) },
  { of: 'clonePersona', ask: async (g) => post(`${await published(g)}/clone`, g.token) },
  {
    of: 'listMarketplacePersonas',
    ask: async (g) => {
      await published(g);
      return get('/api/marketplace/personas');
    },
  },
];
