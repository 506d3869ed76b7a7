import { listKeys } from '../../functions/annotations/change.ts';
import { MAX_FILES } from '../../functions/annotations/rows.ts';
import { MAX_THREAD_BYTES } from '../../functions/annotations/thread.ts';
import { MAX_TOKENS } from '../../functions/api-tokens/schema.ts';
import { now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { packJson } from '../../functions/kit/packed.ts';
import { type Key, keys, partitions } from '../../functions/kit/table/keys.ts';
import { listingKeys } from '../../functions/personas/listing.ts';
import { isTooLarge, MAX_PERSONAS } from '../../functions/personas/schema.ts';
import { MAX_SITES, MAX_STAKEHOLDERS } from '../../functions/sites/schema.ts';
import type { Ids, World } from '../access/world.ts';
import { table } from '../driver.ts';
import { seedPersona, seedReview } from '../reviews/seed.ts';

/** Few enough of the largest rows for one transaction. */
const AT_ONCE = 40;

export const inChunks = async (rows: readonly (Key & Record<string, unknown>)[]) => {
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    await table().transact(rows.slice(start, start + AT_ONCE).map((row) => ({ put: row })));
  }
};
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

/** A text of one letter and the sign, as often as fits. */
export const textOf = (sign: string) => (length: number) => `x${sign.repeat((length - 1) / sign.length)}`;

/** Everything a workspace can hold, up to its caps, in rows as they are stored. */
export const fillWorkspace = async (world: World, ids: Ids, sign: string) => {
  const ws = world.ws.id;
  const site = world.site.id;
  const text = textOf(sign);
  const at = now();
  const stamps = { created_at: at, updated_at: at };
  const rowOf = async (key: Key) => ({ ...(await table().get(key)) }) as Record<string, unknown>;

  const siteRow = await rowOf(keys.site(ws, site));
  const wide = { name: text(120), url: `https://shop.example.com/${'\u4e2d'.repeat(2000)}` };
  await inChunks([{ ...siteRow, ...keys.site(ws, site), ...wide }]);
  await inChunks(
    times(MAX_SITES, () => newId()).map((id) => ({ ...siteRow, ...wide, ...keys.site(ws, id), id, widget_hash: id })),
  );

  const derivation = { key_id: 'k1', version: 1 };
  const stakeholders = times(MAX_STAKEHOLDERS - 1, () => newId());
  await inChunks(
    stakeholders.map((id) => ({
      ...keys.stakeholder(ws, site, id),
      ...{ id, site_id: site, name: text(120), email: `${'e'.repeat(300)}@example.com`, derivation, ...stamps },
      auto_fix_default: 'never',
    })),
  );

  const token = await rowOf(keys.apiToken(ws, ids.token_id ?? ''));
  await inChunks(
    times(MAX_TOKENS, () => newId()).map((id) => ({ ...token, ...keys.apiToken(ws, id), id, name: text(80) })),
  );

  const persona = {
    ...{ name: text(120), title: text(200), category: ids.category ?? '', description: text(2000), slug: null },
    evaluation_dimensions: times(12, (n) => ({ name: `${n}`, description: text(200), weight: 1, evidence: text(20) })),
    custom_instructions: null,
    ...stamps,
  };
  const more = text(200);
  while (!isTooLarge(persona)) persona.evaluation_dimensions[0]!.description += more;
  persona.evaluation_dimensions[0]!.description = persona.evaluation_dimensions[0]!.description.slice(0, -more.length);
  const personas = times(MAX_PERSONAS, () => newId());
  await inChunks(personas.map((id) => ({ ...keys.persona(ws, id), ...persona, id })));
  const owned = { ...persona, workspace_id: ws, published_at: at };
  const marketplace = personas.map((id) => ({
    ...keys.marketPersona(id),
    ...listingKeys(ws, { ...owned, id }),
    workspace_id: ws,
    snapshot: { ...owned, id },
  }));
  await inChunks(marketplace);

  await inChunks(
    times(300, () => newId()).map((user) => ({
      ...keys.member(ws, user),
      gsi1pk: partitions.userWorkspaces(user),
      gsi1sk: `WS#${ws}`,
      ...{ workspace_id: ws, user_id: user, name: text(300), email: `${'m'.repeat(300)}@example.com`, role: 'GUEST' },
      site_grants: times(100, () => newId()),
      created_at: at,
    })),
  );

  const panel = times(10, () =>
    seedPersona(
      newId(),
      times(12, (n) => `${n}${text(110)}`),
      { name: text(120) },
    ),
  );
  const review = await seedReview(ws, { site, personas: panel, more: { title: text(200) } });

  // Notes of one stakeholder, each with a thread as large as a thread may be.
  const stakeholder = stakeholders[0] ?? '';
  const note = await rowOf(keys.annotation(ws, ids.annotation_id ?? ''));
  const context = {
    ...{ body: text(10_000), name: text(120), email: null, screenshot_key: null, thumbnail_key: null },
    captured: packJson({ page: { url: 'https://shop.example.com/' }, anchor: { kind: 'page' } }),
    files: times(MAX_FILES, (at) => ({ key: `kept/${at}`, name: text(200), type: 'text/plain', size: 1 })),
  };
  const reply = text(10_000);
  const bytes = Buffer.byteLength(JSON.stringify(reply));
  const notes = times(12, () => newId());
  for (const id of notes) {
    const placed = { id, site_id: site, status: 'pending' as const, kind: 'bug' };
    await inChunks([
      {
        ...note,
        ...keys.annotation(ws, id),
        ...listKeys(ws, placed),
        ...placed,
        ...{ stakeholder_id: stakeholder, summary: text(2000) },
      },
      { ...keys.context(ws, id), ...context },
      { ...keys.stakeholderNote(ws, site, stakeholder, id) },
      // Twice as much as people may write: what the service itself adds comes on top.
      ...times(Math.floor((2 * MAX_THREAD_BYTES) / bytes), () => newId()).map((reply_id) => ({
        ...keys.reply(ws, id, reply_id),
        ...{ id: reply_id, annotation_id: id, author: 'owner', author_name: text(120), body: reply, created_at: at },
      })),
    ]);
  }
  return { notes, review_id: review.id };
};
