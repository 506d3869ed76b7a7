import { beforeEach } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { annotationPartition, type Key } from '../../functions/kit/table/keys.ts';
import { handler as notifySubmitter } from '../../functions/workers/notify-submitter.ts';
import { call, stage, table, type Workspace } from '../driver.ts';
import { batchOf } from '../workers/messages.ts';
import { until } from '../workers/until.ts';

export interface Mail {
  to: string[];
  subject: string;
  text: string;
  html: string;
  headers: { name: string; value: string }[];
}

/** Messages to submitters come when the test sends them. */
export const holdMessages = () =>
  beforeEach(() => {
    process.env.MAIL_GROUPING_SECONDS = '800';
  });

export const someone = () => `c-${newId().toLowerCase()}@example.com`;

export const inbox = async (address: string): Promise<Mail[]> =>
  (await (await fetch(`${stage().base_url}/__local/mail?to=${encodeURIComponent(address)}`)).json()) as Mail[];

/** Everything in the thread that waits until its minute is over. */
export const owedIn = async (ws: string, annotation: string): Promise<Key[]> => {
  const rows = await table().queryAll({ partition: annotationPartition(ws, annotation), consistent: true });
  return rows.filter(({ job }) => job === 'notify-submitter').map(({ pk, sk }) => ({ pk, sk }));
};

/** The minute is over: the messages of everything that is owed arrive, each of them `times`. */
export const minuteEnds = async (ws: string, annotation: string, times = 1): Promise<void> => {
  for (const key of await owedIn(ws, annotation)) {
    const job = { job: 'notify-submitter', ...key };
    const { batchItemFailures } = await notifySubmitter(batchOf(Array(times).fill(job)));
    if (batchItemFailures.length > 0) throw new Error('A message failed.');
  }
};

export const mailsTo = (address: string, count: number): Promise<Mail[]> =>
  until(async () => {
    const mails = await inbox(address);
    return mails.length >= count && mails;
  }, `${count} mails`);

export const threadPathIn = ({ text }: Mail): string =>
  new URL(/http\S+\/api\/threads\/[\w.-]+/.exec(text)?.[0] ?? '').pathname;

export const read = async (ws: Workspace, id: string) =>
  (await call('GET', `/api/v1/annotations/${id}`, { as: ws.owner })).body;

export const patch = (ws: Workspace, id: string, body: object) =>
  call('PATCH', `/api/v1/annotations/${id}`, { as: ws.owner, body });

export const reply = (ws: Workspace, id: string, body: string, author_name = '') =>
  call('POST', `/api/v1/annotations/${id}/replies`, { as: ws.owner, body: { body, author_name } });

export const resolve = async (ws: Workspace, id: string, body: object = { explanation: 'The total is right now.' }) =>
  (await call('POST', `/api/v1/annotations/${id}/resolutions`, { as: ws.owner, body })).body as { id: string };

/** A form of the page. */
export const submit = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  call('POST', path, {
    body: String(new URLSearchParams(fields)),
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', ...headers },
  });
