import { STATUSES } from '../functions/annotations/rows.ts';
import { newId } from '../functions/kit/ids.ts';
import { keys } from '../functions/kit/table/keys.ts';
import { toStored } from '../functions/kit/table/stored-form.ts';
import type { Item } from '../functions/kit/table/table.ts';
import { listingKeys } from '../functions/personas/listing.ts';
import { removalOf } from '../functions/usage/top.ts';
import { classes } from './budget-classes.ts';
import { asAdmin } from './cases/case.ts';
import { PERSONA } from './cases/personas.ts';
import { busyItem } from './cases/usage.ts';
import type { Figure, Section } from './figures.ts';
import { fillIndexes } from './fill-indexes.ts';
import { writesOf } from './jobs.ts';
import { type Measured, meter } from './meter.ts';
import { annotationItem } from './notes.ts';
import { prepare, run, type Site, type World } from './world.ts';
import { writeRows } from './write-rows.ts';

const SIZES = [100, 10_000, 1_000_000] as const;
const LARGEST = 1_000_000;
/** Of a hundred, one is pending and the others are resolved; of a thousand, one of each is praise. */
const PENDING_EVERY = 100;
const RARE_EVERY = 1000;
/** Of a page of 50: index rows of 560 bytes, one more than are shown. */
const PAGE_UNITS = 4;
const PEOPLE = 10_000;

function* rowsOf(world: World, site: Site, size: number): Generator<Item> {
  for (let index = 0; index < size; index += 1) {
    const item = annotationItem(world, site.id, {
      // The smallest site is the common case: all its notes are pending.
      status: size === SIZES[0] || index % PENDING_EVERY === 0 ? 'pending' : 'resolved',
      kind: index % RARE_EVERY === 0 || index % RARE_EVERY === 1 ? 'praise' : 'bug',
    });
    yield toStored(item);
  }
}

const MARKET = { personas: 5000, workspaces: 500 } as const;

/** As a publication writes them; a page holds 50 owners. */
const marketRows = (): Item[] => {
  const owners = Array.from({ length: MARKET.workspaces }, () => newId());
  const personas = Array.from({ length: MARKET.personas }, (_, index) => {
    const [id, workspace_id] = [newId(), owners[index % owners.length] ?? ''];
    const { evaluation_dimensions, ...texts } = PERSONA;
    const times = { published_at: 1, updated_at: 1 };
    const snapshot = { id, workspace_id, slug: null, ...texts, evaluation_dimensions, ...times };
    return { ...keys.marketPersona(id), ...listingKeys(workspace_id, snapshot), workspace_id, snapshot };
  });
  return [...owners.map((id) => ({ ...keys.workspace(id), id, name: 'Agency' })), ...personas].map(toStored);
};

interface Page {
  items: unknown[];
  next_cursor: string | null;
}

interface Listed {
  measured: Measured;
  page: Page;
}

const read = async (path: string, as?: string): Promise<Listed> => {
  const headers = { 'accept-encoding': 'identity' };
  const prepared = await prepare({ method: 'GET', path, ...(as !== undefined && { as }), headers });
  const { answer, measured } = await meter.measure(() => run(prepared));
  if (answer.status !== 200) throw new Error(`GET ${path} answered ${answer.status}: ${answer.body}`);
  const body = JSON.parse(answer.body.toString('utf8')) as Page | { rows: Page };
  return { measured, page: 'rows' in body ? body.rows : body };
};

const list = ({ token }: World, site: Site, query: string): Promise<Listed> =>
  read(`/api/v1/sites/${site.id}/annotations${query}`, token);

const cells = ({ measured, page }: Listed, limit: { trips?: number; reads: number }) => ({
  items: String(page.items.length),
  cursor: page.next_cursor === null ? 'none' : 'yes',
  trips: { value: measured.trips, limit: limit.trips } satisfies Figure,
  read: { value: measured.reads, limit: limit.reads } satisfies Figure,
});

/** The first page of 10,000 people's usage, after a write of that day has ranked them. */
const listUsage = async (world: World): Promise<Listed> => {
  const { handler } = await import('../functions/workers/count-usage.ts');
  const people = Array.from({ length: PEOPLE }, () => busyItem(newId()));
  await writeRows(world.names.scratch, people);
  await world.table.transact(removalOf(newId()));
  const counted = await handler(writesOf(world, 1));
  if (counted.batchItemFailures.length > 0) throw new Error('count-usage failed.');
  return read('/api/admin/usage', await asAdmin(world));
};

/** Every page of a kind, as one figure. */
const listAll = async (world: World, site: Site, query: string) => {
  const total = { items: 0, trips: 0, reads: 0 };
  let cursor: string | null = '';
  do {
    const listed = await list(world, site, query + (cursor && `&cursor=${encodeURIComponent(cursor)}`));
    total.items += listed.page.items.length;
    total.trips += listed.measured.trips;
    total.reads += listed.measured.reads;
    cursor = listed.page.next_cursor;
  } while (cursor !== null);
  return total;
};

/** Cost of a page of 50 on sites of very different sizes, and of a rare kind on the largest. */
export const measureLists = async (world: World): Promise<Section> => {
  const rows = new Map<string, Record<string, Figure | string>>();
  const faults: string[] = [];
  const { trips, reads } = classes.list;
  const first: { all?: number; pending?: number } = {};
  for (const size of SIZES) {
    const site = await world.newSite();
    fillIndexes(world.tableFile, world.names.main, rowsOf(world, site, size));
    for (const [what, query] of [
      ['all', ''],
      ['pending', '?status=pending'],
    ] as const) {
      const listed = await list(world, site, query);
      first[what] ??= listed.measured.reads;
      const name = `${what} of ${size.toLocaleString('en')}`;
      // Cost doesn't grow with notes that don't match.
      rows.set(name, cells(listed, { trips, reads: Math.min(reads, first[what]) }));
      if (listed.page.items.length !== 50) faults.push(`${name}: ${listed.page.items.length} items instead of 50`);
    }
    if (size !== LARGEST) continue;
    const own = 2;
    const rare = await list(world, site, '?status=pending&kind=praise');
    rows.set(`pending praise, 1 of ${RARE_EVERY}`, cells(rare, { trips, reads: own + PAGE_UNITS }));
    const anyStatus = await list(world, site, '?kind=praise');
    const worst = own + STATUSES.length * PAGE_UNITS;
    rows.set(`praise, 2 of ${RARE_EVERY}`, cells(anyStatus, { trips, reads: worst }));
    for (const { page } of [rare, anyStatus])
      if (page.items.length !== 50) faults.push(`a rare kind: ${page.items.length} items instead of 50`);
    const all = await listAll(world, site, '?status=pending&kind=praise');
    const expected = LARGEST / RARE_EVERY;
    if (all.items !== expected) faults.push(`pending praise: ${all.items} of ${expected} notes over all pages`);
    rows.set('all pages of pending praise', {
      items: String(all.items),
      cursor: 'none',
      trips: { value: all.trips } satisfies Figure,
      read: { value: all.reads, limit: Math.ceil(expected / 50) * (own + PAGE_UNITS) } satisfies Figure,
    });
  }
  const usage = await listUsage(world);
  const { trips: usageTrips, reads: usageReads } = classes.allUsage;
  rows.set(`usage of ${PEOPLE.toLocaleString('en')} people`, cells(usage, { trips: usageTrips, reads: usageReads }));
  await writeRows(world.names.main, marketRows());
  const market = await read('/api/marketplace/personas');
  const { trips: marketTrips, reads: marketReads } = classes.marketList;
  rows.set(
    `marketplace of ${MARKET.personas.toLocaleString('en')}`,
    cells(market, { trips: marketTrips, reads: marketReads }),
  );
  if (market.page.items.length !== 50) faults.push(`marketplace: ${market.page.items.length} items instead of 50`);
  return {
    title:
      'A page of 50 on sites of 100, 10,000 (99% resolved) and 1,000,000 (99% resolved) annotations, of usage, and on the marketplace',
    columns: ['items', 'cursor', 'trips', 'read'],
    rows,
    faults,
  };
};
