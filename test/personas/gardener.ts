import { type Caller, call, type Workspace } from '../driver.ts';

/** A custom persona. */
export const GARDENER = {
  name: 'Gardener',
  title: 'Knows what grows',
  category: 'garden',
  description: 'Looks for weeds.',
  evaluation_dimensions: [{ name: 'Weeds', description: 'How few there are.', weight: 1 }],
};

export interface Shown {
  id: string;
  slug: string | null;
  name: string;
  title: string;
  category: string;
  is_default: boolean;
  is_customised: boolean;
  cloned_from: string | null;
  published_at: string | null;
  created_at: string;
  updated_at: string;
  evaluation_dimensions: unknown[];
}

export const mine = async (as: Caller): Promise<{ items: Shown[]; next_cursor: string | null }> =>
  (await call('GET', '/api/personas/mine', { as })).body;

export const newPersona = async (ws: Workspace, more: object = {}): Promise<Shown> => {
  const { status, body, text } = await call('POST', '/api/personas', { as: ws.owner, body: { ...GARDENER, ...more } });
  if (status !== 200) throw new Error(`The persona was refused: ${text}`);
  return body;
};
