import { describe, expect, test } from '@jest/globals';
import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { eventsOfChange } from '../../functions/webhooks/events-of-change.ts';

const [WS, NOTE, SITE] = [newId(), newId(), newId()];
const AT = 1_795_219_200_000;

type Listed = Record<string, string | null | string[]>;

const listedOf = (listed: Listed) =>
  Object.fromEntries(
    Object.entries({ status: 'pending', kind: 'bug', ...listed }).map(([name, value]): [string, AttributeValue] => {
      if (value === null) return [name, { NULL: true }];
      return [name, Array.isArray(value) ? { L: value.map((S) => ({ S })) } : { S: value }];
    }),
  );

type Numbers = Record<string, number>;

const numbersIn = (numbers: Numbers) =>
  Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, { N: String(value) }]));

const image = (listed: Listed = {}, numbers: Numbers = {}): Record<string, AttributeValue> => {
  const { pk, sk } = keys.annotation(WS, NOTE);
  return {
    pk: { S: pk },
    sk: { S: sk },
    site_id: { S: SITE },
    list: { M: { ...listedOf(listed), auto_fix: { BOOL: false }, updated_at: { N: String(AT) } } },
    ...numbersIn(numbers),
  };
};

/** A note at a time after the one at which its lease began. */
const leased = (at: number, acknowledged_by: string, lease_expires_at?: number) => {
  const { list, ...rest } = image({ acknowledged_by });
  const numbers = numbersIn({ updated_at: at, ...(lease_expires_at !== undefined && { lease_expires_at }) });
  return { ...rest, list: { M: { ...list?.M, ...numbers } } };
};

const recordOf = (before: DynamoDBRecord['dynamodb'], eventID = newId()): DynamoDBRecord => ({
  eventID,
  dynamodb: { SequenceNumber: '1', ...before },
});

const changed = (OldImage: ReturnType<typeof image> | undefined, NewImage: ReturnType<typeof image> | undefined) =>
  eventsOfChange(recordOf({ ...(OldImage && { OldImage }), ...(NewImage && { NewImage }) })).map(({ event }) => [
    event.type,
    event.data.changed,
  ]);

describe('events of a change', () => {
  test('carry ids and states, links and a version, and no text that a person wrote', () => {
    const NewImage = {
      ...image({ excerpt: 'My password is hunter2', summary: 'Secret', page_url: 'https://x.example' }),
    };
    const [told] = eventsOfChange(recordOf({ NewImage }));
    expect(told).toMatchObject({ ws: WS, site_id: SITE });
    expect(told?.event).toEqual({
      type: 'annotation.created',
      timestamp: new Date(AT).toISOString(),
      data: {
        version: 1,
        workspace_id: WS,
        site_id: SITE,
        annotation_id: NOTE,
        status: 'pending',
        kind: 'bug',
        assignee_id: null,
        auto_fix: false,
        quarantined: false,
        last_reply_by: null,
        url: expect.stringMatching(new RegExp(`/dashboard/inbox/${NOTE}\\?workspace=${WS}$`)),
        api_url: expect.stringMatching(new RegExp(`/api/v1/annotations/${NOTE}$`)),
      },
    });
  });

  test('have the same id if the record comes again, another for another record, and begin with its time', () => {
    const id = newId();
    const ids = [id, id, newId()].map((eventID) => eventsOfChange(recordOf({ NewImage: image() }, eventID))[0]?.id);
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  test('name what changed', () => {
    expect(changed(image(), image({ status: 'blocked', assignee_id: newId() }))).toEqual([
      ['annotation.changed', ['status', 'assignee_id']],
    ]);
    const plan = { priority: 'high', due_on: '2026-12-01', labels: ['shop'], approval_state: 'approved' };
    expect(changed(image(), image(plan))).toEqual([
      ['annotation.changed', ['priority', 'due_on', 'labels', 'approval_state']],
    ]);
    expect(changed(image({}, { resolution_count: 1 }), image({}, { resolution_count: 2 }))).toEqual([
      ['annotation.changed', ['resolutions']],
    ]);
  });

  test('tell that a claim began or ended, and not that it was renewed or forgotten', () => {
    const claim = [['annotation.changed', ['acknowledged_by']]];
    const [free, held, renewed] = [image(), leased(AT, 'one', AT + 30), leased(AT + 20, 'one', AT + 50)];
    expect(changed(free, held)).toEqual(claim);
    expect(changed(held, renewed)).toEqual([]);
    expect(changed(renewed, leased(AT + 40, 'one'))).toEqual(claim);
    expect(changed(leased(AT + 40, 'one'), leased(AT + 45, 'one', AT + 75))).toEqual(claim);
    expect(changed(held, leased(AT + 10, 'two', AT + 40))).toEqual(claim);
    expect(changed(held, leased(AT + 31, 'one', AT + 61))).toEqual(claim);
    expect(changed(held, leased(AT + 31, 'one'))).toEqual([]);
  });

  test('say of a reply who wrote it, also if it was internal', () => {
    const answered = { reply_count: 1, visitor_reply_count: 1 };
    const repliedBy = (before: Numbers, after: Numbers) =>
      eventsOfChange(
        recordOf({
          OldImage: image({ last_reply_by: 'visitor' }, before),
          NewImage: image({ last_reply_by: 'visitor' }, after),
        }),
      ).map(({ event }) => event.data.last_reply_by);
    expect(repliedBy({}, answered)).toEqual(['visitor']);
    expect(repliedBy(answered, { ...answered, reply_count: 2 })).toEqual(['team']);
    expect(repliedBy(answered, { reply_count: 2, visitor_reply_count: 2 })).toEqual(['visitor']);
  });

  test('are two if an answer reopens a note', () => {
    expect(changed(image({ status: 'blocked' }), image({}, { reply_count: 1 }))).toEqual([
      ['annotation.replied', undefined],
      ['annotation.changed', ['status']],
    ]);
  });

  test('say that a note was resolved once, without its status as another change', () => {
    expect(changed(image(), image({ status: 'resolved' }))).toEqual([['annotation.resolved', undefined]]);
    expect(changed(image({ status: 'resolved' }), image({ status: 'resolved' }))).toEqual([]);
  });

  test('say that a note was deleted, once', () => {
    const deleted = image({}, { deleted_at: AT });
    expect(changed(image(), deleted)).toEqual([['annotation.deleted', undefined]]);
    expect(changed(deleted, image({}, { deleted_at: AT, due_at: 5 }))).toEqual([]);
    expect(changed(deleted, undefined)).toEqual([]);
  });

  test('say nothing of a note in quarantine until its release, and nothing when a whole site goes', () => {
    const aside = image({ quarantine: ['links'] });
    expect(changed(undefined, aside)).toEqual([]);
    expect(changed(aside, image({ quarantine: ['links'] }, { reply_count: 1 }))).toEqual([]);
    expect(changed(aside, image())).toEqual([['annotation.created', undefined]]);
    expect(changed(image(), aside)).toEqual([['annotation.changed', ['quarantine']]]);
    expect(changed(aside, image({ quarantine: ['links'] }, { deleted_at: AT }))).toEqual([]);
    expect(changed(image(), undefined)).toEqual([]);
  });

  test('say that a note returned from a quarantine that someone put it in, not that it is new', () => {
    const change = [['annotation.changed', ['quarantine']]];
    expect(changed(image({ quarantine: ['by_hand'] }), image())).toEqual(change);
    const released = { released: { L: [{ S: 'links' }] } };
    expect(changed({ ...image({ quarantine: ['links'] }), ...released }, { ...image(), ...released })).toEqual(change);
  });

  test('are none for what no reader of a note could tell', () => {
    expect(changed(image(), image({}, { looked_at: AT }))).toEqual([]);
  });
});

describe('events of a review', () => {
  const review = (completed_at: number | null, more: Record<string, AttributeValue> = {}) => {
    const { pk, sk } = keys.review(WS, NOTE);
    const end: AttributeValue = completed_at === null ? { NULL: true } : { N: String(completed_at) };
    const texts = { title: 'My secret launch', status: 'partial', source: 'dashboard', input_type: 'site' };
    const listed = Object.entries(texts).map(([name, S]) => [name, { S }]);
    const counts = { runs_total: { N: '3' }, runs_failed: { N: '1' } };
    const M = { ...Object.fromEntries(listed), ...counts, widget_site_id: { NULL: true }, completed_at: end };
    return { pk: { S: pk }, sk: { S: sk }, list: { M }, ...more };
  };
  const told = (OldImage: ReturnType<typeof review>, NewImage?: ReturnType<typeof review>) =>
    eventsOfChange(recordOf({ OldImage, ...(NewImage && { NewImage }) }));

  test('say once how it ended, without its title', () => {
    const [finished, ...others] = told(review(null), review(AT));
    expect(others).toEqual([]);
    expect(finished).toMatchObject({ ws: WS, site_id: null });
    expect(finished?.event).toEqual({
      type: 'review.finished',
      timestamp: new Date(AT).toISOString(),
      data: {
        version: 1,
        workspace_id: WS,
        site_id: null,
        review_id: NOTE,
        annotation_id: null,
        status: 'partial',
        source: 'dashboard',
        input_type: 'site',
        runs_total: 3,
        runs_failed: 1,
        url: expect.stringMatching(new RegExp(`/dashboard/reviews/${NOTE}\\?workspace=${WS}$`)),
        api_url: expect.stringMatching(new RegExp(`/api/reviews/${NOTE}$`)),
      },
    });
    expect(told(review(AT), review(AT, { title_seen: { N: '1' } }))).toEqual([]);
  });

  test('are none while it runs, when it is continued, or when it is deleted', () => {
    expect(told(review(null), review(null))).toEqual([]);
    expect(told(review(AT), review(null))).toEqual([]);
    expect(told(review(null), review(AT, { deleted_at: { N: '5' } }))).toEqual([]);
    expect(told(review(AT))).toEqual([]);
  });
});
