import { type Answer, type Caller, type CallOptions, call, type Person, signIn, type Workspace } from '../driver.ts';
import { type Seeding, seedReview } from '../reviews/seed.ts';

let admin: Promise<Person> | undefined;

/** One of the pool's admins. */
export const admins = (): Promise<Person> => {
  admin ??= signIn({ groups: ['admins'] });
  return admin;
};

export const submit = (review: string, as: Caller): Promise<Answer> =>
  call('POST', `/api/reviews/${review}/showcase`, { as });
export const withdraw = (review: string, as: Caller): Promise<Answer> =>
  call('DELETE', `/api/reviews/${review}/showcase`, { as });
export const read = (slug: string): Promise<Answer> => call('GET', `/api/showcase/${slug}`);
export const report = (slug: string, reason: unknown = 'It is an advertisement.', options: CallOptions = {}) =>
  call('POST', `/api/showcase/${slug}/report`, { body: { reason }, ...options });
export const decide = async (review: string, how: 'approve' | 'reject', note?: string): Promise<Answer> =>
  call('POST', `/api/admin/showcase/${review}/${how}`, {
    as: await admins(),
    ...(note !== undefined && { body: { note } }),
  });

/** A complete review in the showcase, as far as `state` says. */
export const showcased = async (
  ws: Workspace,
  state: 'pending' | 'approved' | 'rejected' = 'approved',
  seeding: Seeding = {},
): Promise<{ id: string; slug: string }> => {
  const { id } = await seedReview(ws.id, seeding);
  const { status, text, body } = await submit(id, ws.owner);
  if (status !== 200) throw new Error(`The submission was refused: ${status} ${text}`);
  if (state !== 'pending') {
    const decided = await decide(id, state === 'approved' ? 'approve' : 'reject');
    if (decided.status !== 200) throw new Error(`The decision was refused: ${decided.status} ${decided.text}`);
  }
  return { id, slug: body.slug };
};

/** An answer without what depends on the caller and the time. */
export const bytesOf = ({ status, headers: { date: _, 'x-request-id': __, ...headers }, text }: Answer) => ({
  status,
  headers,
  text,
});

export interface Listed {
  slug: string;
  report_count: number;
}

/** Every page of a list: all workspaces share the showcase and its queue. */
export const everyPage = async (path: string, as?: { credential: string }): Promise<Listed[]> => {
  const seen: Listed[] = [];
  let cursor: string | null = '';
  do {
    const query: string = `limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const { status, body, text } = await call('GET', `${path}?${query}`, as ? { as } : {});
    if (status !== 200) throw new Error(text);
    seen.push(...body.items);
    cursor = body.next_cursor;
  } while (cursor);
  return seen;
};
