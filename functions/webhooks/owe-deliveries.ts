import type { DynamoDBRecord } from 'aws-lambda';
import { now } from '../kit/clock.ts';
import { tryGroups } from '../kit/stream.ts';
import { keys } from '../kit/table/keys.ts';
import { allOf, requireIds } from '../kit/table/record.ts';
import { type StoredRow, sharedTable, type Table } from '../kit/table/table.ts';
import { newDelivery } from './delivery.ts';
import { eventsOfChange, type ToldEvent } from './events-of-change.ts';

/** At most ten rows of about 500 bytes; half a read unit if there is none. */
const activeWebhooks = (of: Table, ws: string): Promise<StoredRow[]> =>
  of.queryAll({
    ...allOf(keys.webhook, ws),
    filter: [
      ['=', 'active', true],
      ['absent', 'deleted_at'],
    ],
  });

const isWanted = ({ events, site_id }: StoredRow, told: ToldEvent) =>
  Array.isArray(events) && events.includes(told.event.type) && (site_id === null || site_id === told.site_id);

/** An event that comes again finds its delivery. */
export const oweEvents = async (of: Table, ws: string, told: readonly ToldEvent[]): Promise<void> => {
  const webhooks = await activeWebhooks(of, ws);
  for (const row of webhooks) {
    const [, webhook] = requireIds(keys.webhook, row);
    const wanted = told.filter((one) => isWanted(row, one));
    await Promise.all(wanted.map(({ id, event }) => of.putNew(newDelivery({ ws, webhook, id }, event, now()))));
  }
};

/** Writes a row that owes the delivery for each event and webhook. Returns the records to try again. */
export const oweDeliveries = async (records: readonly DynamoDBRecord[]): Promise<string[]> =>
  tryGroups(
    'owe deliveries',
    records.flatMap((record) =>
      eventsOfChange(record).map((told) => ({ ...told, itemIdentifier: record.dynamodb?.SequenceNumber ?? '' })),
    ),
    ({ ws }) => ws,
    (told) => oweEvents(sharedTable(), told[0].ws, told),
  );
