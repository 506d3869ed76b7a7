import { SESClient, SendRawEmailCommand } from '@aws-sdk/client-ses';
import { DAY, HOUR, MINUTE, now } from '../kit/clock.ts';
import { setting } from '../kit/config.ts';
import { logBug, requestId } from '../kit/log.ts';
import type { Key } from '../kit/table/keys.ts';
import { findNumberAt, numberAt, textAt } from '../kit/table/record.ts';
import { type Item, sharedTable, type Table, type Write } from '../kit/table/table.ts';
import { MAX_RECEIVES, OWED } from '../owed/jobs.ts';
import { putOff, scheduledAt } from '../owed/put-off.ts';
import { type Delivery, queueWorker } from '../owed/queue-worker.ts';
import { mailFault } from './mail-fault.ts';
import type { MailKind } from './mail-kind.ts';
import { type Letter, toMime } from './mime.ts';
import { isSuppressed } from './suppressions.ts';

/** Longer than this worker may run: the worker of an earlier claim is dead, and its outcome unknown. */
const CLAIM_MS = 2 * MINUTE;
const GIVE_UP_MS = DAY;

interface Clients {
  table: Table;
  ses: SESClient;
}

type Mail = Key & Item;

const claimed = (at: number) =>
  [
    ['=', 'mail_state', 'claimed'],
    ['=', 'claimed_at', at],
  ] as const;

/** The row that a mail is about may be gone meanwhile: then only the mail is written. */
const writeBoth = async (table: Table, mail: Write, record: readonly Write[]): Promise<void> => {
  if (!(await table.tryTransact([mail, ...record])) && record.length > 0) await table.tryTransact([mail]);
};

/** `lost` mails are never sent again. */
const settle = (
  table: Table,
  mail: Mail,
  kind: MailKind,
  claimedAt: number,
  state: 'sent' | 'refused' | 'lost',
): Promise<void> => {
  const at = now();
  const end: Write = {
    update: mail,
    set: { mail_state: state, settled_at: at },
    remove: OWED,
    when: claimed(claimedAt),
  };
  return writeBoth(table, end, kind.record(mail, state === 'sent' ? 'sent' : 'failed', at));
};

const handOver = async (ses: SESClient, letter: Letter) => {
  const Data = await toMime(letter, setting('MAIL_FROM'), now(), requestId());
  await ses.send(new SendRawEmailCommand({ Destinations: [letter.to], RawMessage: { Data } }));
};

const release = async (table: Table, mail: Mail, kind: MailKind, claimedAt: number, { receives }: Delivery) => {
  const free: Write = { update: mail, set: { mail_state: 'owed' }, when: claimed(claimedAt) };
  const record = receives >= MAX_RECEIVES ? kind.record(mail, 'failed', now()) : [];
  await writeBoth(table, free, record);
};

const send = async ({ table, ses }: Clients, mail: Mail, kind: MailKind, letter: Letter, delivery: Delivery) => {
  const at = now();
  const claim: Write = {
    update: mail,
    set: { mail_state: 'claimed', claimed_at: at },
    when: [['in', 'mail_state', ['owed', 'refused']]],
  };
  if (!(await table.tryTransact([claim]))) return;
  try {
    await handOver(ses, letter);
  } catch (error) {
    const fault = mailFault(error);
    const isOver = at - (findNumberAt(mail, 'awake_from') ?? numberAt(mail, 'created_at')) > GIVE_UP_MS;
    if (fault === 'again' && !isOver) {
      await release(table, mail, kind, at, delivery);
      throw error;
    }
    logBug(`mail ${mail.sk} ${fault}`, error);
    await settle(table, mail, kind, at, fault === 'lost' ? 'lost' : 'refused');
    return;
  }
  await settle(table, mail, kind, at, 'sent');
};

const isInOtherHands = async (table: Table, mail: Mail, kind: MailKind): Promise<boolean> => {
  if (mail.mail_state !== 'claimed') return false;
  const claimedAt = numberAt(mail, 'claimed_at');
  if (claimedAt + CLAIM_MS <= now()) await settle(table, mail, kind, claimedAt, 'lost');
  return true;
};

let clients: Clients | undefined;
const openClients = (): Clients => ({
  table: sharedTable(),
  // A retry by the SDK could be a second mail.
  ses: new SESClient({
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: 2000,
      requestTimeout: 10_000,
      throwOnRequestTimeout: true,
      // A connection kept alive may be closed while Lambda is frozen, and then no one can tell whether the mail was taken.
      httpAgent: { keepAlive: false },
      httpsAgent: { keepAlive: false },
    },
  }),
});

/** At most once. `kinds` has every mail that Sidenote sends, by the `kind` of its row. */
export const sendMail = (kinds: Readonly<Record<string, MailKind>>) =>
  queueWorker(async ({ pk, sk }, delivery) => {
    clients ??= openClients();
    const { table } = clients;
    const row = await table.get({ pk, sk });
    if (!row || row.mail_state === 'sent' || row.mail_state === 'lost') return;
    const mail: Mail = { ...row, pk, sk };
    const kind = kinds[textAt(row, 'kind')];
    if (!kind) throw new Error(`There is no mail of the kind ${row.kind}.`);
    if (await isInOtherHands(table, mail, kind)) return;
    const composed = await kind.compose(table, mail);
    const isFree = [['in', 'mail_state', ['owed', 'refused']]] as const;
    if (composed.state === 'gone') {
      await table.tryTransact([{ update: mail, set: { mail_state: 'lost' }, remove: OWED, when: isFree }]);
    } else if (composed.state === 'asleep') {
      const later = scheduledAt(now() + HOUR);
      // The days that it slept are no tries.
      await putOff(table, mail, 'send-mail', later, { set: { awake_from: later.set.due_at } });
    } else if (composed.state === 'unmailable' || (await isSuppressed(table, composed.address_hash))) {
      const end: Write = { update: mail, set: { mail_state: 'suppressed' }, remove: OWED, when: isFree };
      await table.tryTransact([end, ...(await kind.instead(table, mail, now()))]);
    } else {
      await send(clients, mail, kind, composed.letter, delivery);
    }
  });
