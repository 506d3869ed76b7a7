import { newId } from '../../functions/kit/ids.ts';
import type { BudgetClass } from '../budget-classes.ts';
import { newNote, newThread } from '../notes.ts';
import { type Asked, call, type Site, type World } from '../world.ts';

/** Context of a case. */
export interface Ground extends World {
  site: Site;
  /** Threads with replies and evidence. */
  note: () => Promise<string>;
  bareNote: () => Promise<string>;
  stakeholder: () => Promise<{ id: string; token: string }>;
}

export interface Case {
  /** The contract's operation id, or `mcp <tool>`. */
  of: string;
  /** The variant, if there are several ways to call it. */
  variant?: string;
  budget?: BudgetClass;
  /** The overhead of an Idempotency-Key is asserted against the same case without one. */
  once?: true;
  ask: (ground: Ground) => Promise<Asked>;
  /** The thread that is read, if its size determines the budget. */
  reads?: (asked: Asked, ground: Ground) => string[];
}

export const send = (method: string, path: string, as?: string, body?: unknown): Asked => ({
  method,
  path,
  ...(as !== undefined && { as }),
  ...(body !== undefined && { body }),
});

export const get = (path: string, as?: string): Asked => send('GET', path, as);

export const post = (path: string, as?: string, body?: unknown, headers?: Asked['headers']): Asked => ({
  ...send('POST', path, as, body),
  ...(headers && { headers }),
});

export const asAdmin = ({ signIn }: World): Promise<string> => signIn('admin@example.com', ['admins']);

/** A fresh Idempotency-Key. */
export const key = () => ({ 'idempotency-key': newId() });

/** A case, and the same with an Idempotency-Key. */
export const alsoOnce = (one: Case): Case[] => [
  one,
  {
    ...one,
    once: true,
    ask: async (ground) => {
      const asked = await one.ask(ground);
      return { ...asked, headers: { ...asked.headers, ...key() } };
    },
  },
];

/** An agent's summary of a fix. */
export const resolution = { explanation: 'Fixed.', diff_url: 'https://code.example.com/shop/pull/7' };

/** A site with a page of notes, and ways to create more of everything. */
export const openGround = async (world: World): Promise<Ground> => {
  const site = await world.newSite();
  await Promise.all(Array.from({ length: 60 }, () => newNote(site)));
  return {
    ...world,
    site,
    note: () => newThread(world, site),
    bareNote: () => newNote(site),
    stakeholder: async () => {
      const path = `/api/widget/sites/${site.id}/stakeholders`;
      return call(post(path, world.token, { name: 'Ida' }));
    },
  };
};
