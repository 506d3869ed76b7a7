import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { REGION } from './account.ts';
import type { Faults } from './faults.ts';
import { type Reply, startServer } from './server.ts';
import { writeWhole } from './state.ts';

export interface CaughtMail {
  id: string;
  at: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  headers: { name: string; value: string }[];
  attachments: { name: string; type: string; bytes: number }[];
  raw: string;
}

const NAMESPACE = 'http://ses.amazonaws.com/doc/2010-12-01/';

const failure = (code: string, message: string) =>
  `<ErrorResponse xmlns="${NAMESPACE}"><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>${randomUUID()}</RequestId></ErrorResponse>`;

const success = (action: string, id: string) =>
  `<${action}Response xmlns="${NAMESPACE}"><${action}Result><MessageId>${id}</MessageId></${action}Result><ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></${action}Response>`;

/** `X.member.1`, `X.member.2`… of SES's query protocol */
const members = (form: URLSearchParams, prefix: string): string[] =>
  [...form.entries()].filter(([name]) => name.startsWith(`${prefix}.member.`)).map(([, value]) => value);

const addressOf = (text: string) => /<([^<>]*)>\s*$/.exec(text)?.[1] ?? text;

const rawMail = async (form: URLSearchParams): Promise<Omit<CaughtMail, 'id' | 'at'>> => {
  const bytes = Buffer.from(form.get('RawMessage.Data') ?? '', 'base64');
  const mail = await PostalMime.parse(bytes);
  const inHeaders = [...(mail.to ?? []), ...(mail.cc ?? []), ...(mail.bcc ?? [])].map((one) => one.address ?? '');
  const destinations = members(form, 'Destinations').map(addressOf);
  return {
    from: form.get('Source') ?? mail.from?.address ?? '',
    to: (destinations.length > 0 ? destinations : inHeaders).filter(Boolean),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    headers: mail.headers.map(({ key, value }) => ({ name: key, value })),
    attachments: mail.attachments.map((part) => ({
      name: part.filename ?? '',
      type: part.mimeType,
      bytes: typeof part.content === 'string' ? part.content.length : part.content.byteLength,
    })),
    raw: bytes.toString('utf8'),
  };
};

const readMail = async (file: string): Promise<CaughtMail[]> => {
  try {
    return [JSON.parse(await readFile(file, 'utf8')) as CaughtMail];
  } catch (error) {
    console.warn(`Skipped the mail ${file}: ${error instanceof Error ? error.message : error}`);
    return [];
  }
};

export const startMailSink = async (folder: string, faults: Faults) => {
  await mkdir(folder, { recursive: true });
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const mails = (await Promise.all(names.map((name) => readMail(join(folder, name))))).flat();

  const keep = async (mail: Omit<CaughtMail, 'id' | 'at'>): Promise<string> => {
    const at = new Date().toISOString();
    const caught: CaughtMail = { id: randomUUID(), at, ...mail };
    mails.push(caught);
    await writeWhole(join(folder, `${at.replaceAll(':', '')}-${caught.id}.json`), caught);
    return caught.id;
  };

  const xml = (status: number, body: string): Reply => ({ status, headers: { 'content-type': 'text/xml' }, body });

  const answer = async (form: URLSearchParams): Promise<Reply> => {
    const action = form.get('Action') ?? '';
    if (action !== 'SendRawEmail') {
      return xml(400, failure('InvalidAction', `The mail sink knows SendRawEmail, not ${action}.`));
    }
    const mail = await rawMail(form);
    if (mail.to.length === 0) return xml(400, failure('InvalidParameterValue', 'Missing final recipient.'));
    return xml(200, success(action, await keep(mail)));
  };

  const unverified = async (form: URLSearchParams): Promise<string> => {
    const { from, to } = await rawMail(form);
    const failed = [addressOf(from), ...to].join(', ');
    return `Email address is not verified. The following identities failed the check in region ${REGION.toUpperCase()}: ${failed}`;
  };

  const server = await startServer('mail sink', async ({ body }) => {
    const form = new URLSearchParams(body.toString('utf8'));
    const mode = faults.draw('mail');
    if (mode === 'timeout_before') return 'cut';
    // A dropped connection would leave open whether the email was accepted; an outage says that it was not.
    if (mode === 'outage') return xml(503, failure('ServiceUnavailable', 'The service is unavailable.'));
    if (mode === 'throttling') return xml(400, failure('Throttling', 'Maximum sending rate exceeded.'));
    if (mode === 'rejected') return xml(400, failure('MessageRejected', await unverified(form)));
    const reply = await answer(form);
    return mode === 'timeout_after' ? 'cut' : reply;
  });
  return {
    ...server,
    list: (to?: string): CaughtMail[] =>
      mails.filter((mail) => !to || mail.to.some((address) => address.toLowerCase() === to.toLowerCase())),
  };
};

export type MailSink = Awaited<ReturnType<typeof startMailSink>>;
