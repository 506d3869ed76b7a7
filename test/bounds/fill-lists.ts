import { readInvitationToken } from '../../functions/invitations/token.ts';
import { DAY, dayOf, now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys, partitions } from '../../functions/kit/table/keys.ts';
import { addressHash } from '../../functions/kit/text/address.ts';
import { listingKeys } from '../../functions/showcase/listing.ts';
import { actorItem, unused } from '../../functions/usage/actor-row.ts';
import { WINDOW_DAYS } from '../../functions/usage/window.ts';
import type { Ids, World } from '../access/world.ts';
import { call, table } from '../driver.ts';
import { inChunks, textOf, times } from './fill-workspace.ts';

/** More than the largest page. */
const ROWS = 210;
const REPORTS = 60;
const COUNT = 1_000_000;

const usageOf = (actor: string, email: string) => {
  const counts = { writes: COUNT, runs: COUNT, mails: COUNT };
  const days = new Map(times(WINDOW_DAYS, (age) => [dayOf(now() - age * DAY), counts] as const));
  return actorItem({ ...unused(actor), days, email });
};

/** The lists that other people fill: invitations, a wallet's ledger, requests for access, usage, and the queue of the showcase. */
export const fillLists = async (world: World, ids: Ids, sign: string, review: string) => {
  const ws = world.ws.id;
  const text = textOf(sign);
  const at = now();
  const many = () => times(ROWS, () => newId());
  const rowOf = async (key: Parameters<ReturnType<typeof table>['get']>[0]) => ({ ...(await table().get(key)) });
  const address = (id: string) => `${text(120)}${id}@${text(150)}`;

  const { body: invited } = await call('POST', `/api/workspaces/${ws}/invitations`, {
    as: world.ws.owner,
    body: { email: `of-${newId()}@example.com`, role: 'GUEST' },
  });
  const invitation = await rowOf(keys.invitation(ws, readInvitationToken(invited.token)?.id ?? ''));
  const invitations = many();
  const wide = { invited_by_name: text(300), site_grants: times(100, () => newId()) };
  await inChunks(
    invitations.map((id) => ({ ...invitation, ...keys.invitation(ws, id), ...wide, id, email: address(id) })),
  );

  const entries = many();
  await inChunks(
    entries.map((id) => ({
      ...keys.ledgerEntry(ws, id),
      ...{ id, workspace_id: ws, kind: 'grant', cents: 1_000_000, note: text(500), created_at: at },
    })),
  );

  const requests = many();
  const asked = requests.map((id) => ({
    ...keys.accessRequest(addressHash(id)),
    ...{ gsi1pk: partitions.accessRequests(), gsi1sk: id, id, email: address(id), mail_status: 'none' },
    ...{ intent: text(500), source: text(80), created_at: at },
  }));
  await inChunks(asked);

  const people = many();
  await inChunks(people.map((id) => ({ ...keys.user(id), id, email: address(id), name: text(300), created_at: at })));
  const usage = [...people, world.ws.owner.user_id].map((id) => usageOf(id, address(id)));
  for (let start = 0; start < usage.length; start += 25) {
    await table().transact(usage.slice(start, start + 25).map((row) => ({ in: 'scratch' as const, put: row })));
  }

  const waiting = await rowOf(keys.showcaseReview(ids.pending_review_id ?? ''));
  const reviewed = await rowOf(keys.review(ws, ids.pending_review_id ?? ''));
  const { gsi1pk: _, gsi1sk: __, gsi2pk: ___, gsi2sk: ____, ...unlisted } = reviewed;
  const reportsOf = (id: string, count: number) =>
    times(count, () => newId()).map((report) => ({
      ...keys.showcaseReport(id, report),
      ...{ id: report, reason: text(500), reported_at: at },
    }));
  const entryOf = (id: string, slug: string) => {
    const entry = { review_id: id, workspace_id: ws, state: 'pending' as const, pending_since: at, decided_at: at };
    return {
      ...waiting,
      ...keys.showcaseReview(id),
      ...entry,
      ...listingKeys(entry),
      ...{ slug, title: text(200), summary: text(300), note: text(500), report_count: REPORTS },
    };
  };
  const slugs = many();
  const queue = slugs.map((slug) => entryOf(newId(), slug));
  await inChunks(
    queue.flatMap((entry) => [
      entry,
      { ...unlisted, ...keys.review(ws, entry.review_id), id: entry.review_id },
      ...reportsOf(entry.review_id, 5),
    ]),
  );
  const submitted = await call('POST', `/api/reviews/${review}/showcase`, { as: world.ws.owner });
  if (submitted.status !== 200) throw new Error(`The submission was refused: ${submitted.status} ${submitted.text}`);
  const submission = entryOf(review, submitted.body.slug);
  await inChunks([submission, ...reportsOf(review, REPORTS)]);

  return {
    ids: { pending_review_id: review },
    /** Each list's required rows, by operation. */
    held: {
      listInvitations: invitations,
      listLedger: entries,
      listAccessRequests: requests,
      listUsage: people,
      listPendingShowcase: [...slugs, String(submitted.body.slug)],
    },
  };
};
