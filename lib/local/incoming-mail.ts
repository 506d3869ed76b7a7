import { randomUUID } from 'node:crypto';
import type { SNSEvent } from 'aws-lambda';
import MimeNode from 'nodemailer/lib/mime-node';
import * as z from 'zod';
import { openStorage } from '../../functions/kit/files/storage.ts';
import { loadHandler } from './invocation.ts';

const Verdict = z.enum(['PASS', 'FAIL', 'GRAY', 'PROCESSING_FAILED']).default('PASS');

export const IncomingMail = z.strictObject({
  from: z.string().min(1),
  to: z.string().min(1),
  subject: z.string().default('Re: Your note'),
  text: z.string().default(''),
  /** More headers, such as Auto-Submitted or Message-ID. */
  headers: z.record(z.string(), z.string()).default({}),
  /** Of the envelope: empty for a bounce. */
  return_path: z.string().optional(),
  /** The whole mail, instead of the text. */
  raw: z.string().optional(),
  spf: Verdict,
  dmarc: Verdict,
  spam: Verdict,
  virus: Verdict,
});
type Incoming = z.input<typeof IncomingMail>;

const addressOf = (text: string) => /<([^<>]*)>\s*$/.exec(text)?.[1] ?? text;

/** As SES reports it: the first 10 KB of headers, and its own verdicts. */
const noticeOf = (mail: z.output<typeof IncomingMail>, raw: string, objectKey: string) => {
  const head = raw.split(/\r?\n\r?\n/, 1)[0] ?? '';
  const headers = head
    .slice(0, 10_000)
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .map((line) => ({ name: line.slice(0, line.indexOf(':')), value: line.slice(line.indexOf(':') + 1).trim() }));
  const messageId = headers.find(({ name }) => name.toLowerCase() === 'message-id')?.value;
  return {
    notificationType: 'Received',
    mail: {
      messageId: objectKey.slice('inbound/'.length),
      source: mail.return_path ?? addressOf(mail.from),
      destination: [mail.to],
      headersTruncated: head.length > 10_000,
      headers,
      commonHeaders: { from: [mail.from], to: [mail.to], subject: mail.subject, ...(messageId && { messageId }) },
    },
    receipt: {
      recipients: [mail.to],
      spfVerdict: { status: mail.spf },
      dkimVerdict: { status: mail.dmarc },
      dmarcVerdict: { status: mail.dmarc },
      spamVerdict: { status: mail.spam },
      virusVerdict: { status: mail.virus },
      action: { type: 'S3', objectKeyPrefix: 'inbound/', objectKey },
    },
  };
};

const rawOf = async ({ from, to, subject, text, headers }: z.output<typeof IncomingMail>): Promise<string> => {
  const mail = new MimeNode('text/plain; charset=utf-8', { newline: 'windows' });
  mail.setHeader({ from, to, subject, 'message-id': `<${randomUUID()}@example.com>`, ...headers });
  mail.setContent(text);
  return (await mail.build()).toString('latin1');
};

/** Puts a mail where SES puts it, and returns the event that reports it. */
export const deliver = async (given: Incoming): Promise<SNSEvent> => {
  const mail = IncomingMail.parse(given);
  const raw = mail.raw ?? (await rawOf(mail));
  const objectKey = `inbound/${randomUUID()}`;
  await openStorage().keep(objectKey, Buffer.from(raw, mail.raw === undefined ? 'latin1' : 'utf8'), 'message/rfc822');
  const Message = JSON.stringify(noticeOf(mail, raw, objectKey));
  return { Records: [{ Sns: { Message } }] } as SNSEvent;
};

/** Stands in for SES's receipt rule and its topic. */
export const receiveMail = async (given: Incoming): Promise<void> => {
  const handler = await loadHandler<SNSEvent, void>('workers/receive-mail.ts');
  await handler(await deliver(given));
};
