import { unpackCaptured } from '../../annotations/captured.ts';
import { type Key, keys } from '../../kit/table/keys.ts';
import { textAt } from '../../kit/table/record.ts';
import type { Item, Table, Write } from '../../kit/table/table.ts';
import { personOfAddress } from '../../kit/text/address.ts';
import { dataUrl } from '../../mail/data-url.ts';
import type { MailKind } from '../../mail/mail-kind.ts';
import { unsubscribeUrl } from '../../mail/unsubscribe-url.ts';
import type { Language } from '../../mail/words.ts';
import { idsOfKey, readSubject, replyInstead } from '../submitter.ts';
import { resolutionLetter } from './resolution-letter.ts';

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const record = (value: unknown): Item => (typeof value === 'object' && value !== null ? (value as Item) : {});

const capturedOf = (context: Item): Item => {
  try {
    return context.captured instanceof Uint8Array ? record(unpackCaptured(context.captured)) : {};
  } catch {
    return {};
  }
};

const languageOf = (workspace: Item, site: Item | undefined, captured: Item): Language => {
  const chosen = text(record(site?.widget).locale);
  const locale = chosen === undefined || chosen === 'auto' ? text(record(captured.environment).locale) : chosen;
  return /^de\b/i.test(locale ?? text(workspace.default_locale) ?? '') ? 'de' : 'en';
};

const compose: MailKind['compose'] = async (table: Table, mail: Key & Item) => {
  const ids = idsOfKey(mail);
  const [subject, site] = await Promise.all([
    readSubject(table, ids),
    table.get(keys.site(ids.ws, textAt(mail, 'site_id'))),
  ]);
  if (subject.state !== 'there') return subject;
  const { workspace, resolution, annotation, context, address, hash } = subject;
  if (address === undefined || !site) return { state: 'gone' };
  const captured = capturedOf(context);
  const letter = resolutionLetter({
    to: address,
    language: languageOf(workspace, site, captured),
    site: text(site.name) ?? 'a site',
    note: text(context.body) ?? text(annotation.excerpt) ?? '',
    page_url: text(record(captured.page).url) ?? text(annotation.page_url),
    explanation: text(resolution.explanation),
    before_key: text(resolution.before_key),
    after_key: text(resolution.after_key),
    diff_url: text(resolution.diff_url),
    unsubscribe: unsubscribeUrl(hash),
    data: dataUrl(personOfAddress(address)),
  });
  return { state: 'ready', letter, address_hash: hash };
};

export const resolutionMail: MailKind = {
  compose,

  record: (mail, outcome, at): Write[] => {
    const { ws, annotation, resolution } = idsOfKey(mail);
    return [
      {
        update: keys.resolution(ws, annotation, resolution),
        set: { notification_status: outcome, ...(outcome === 'sent' && { notified_at: at }) },
        when: [['exists', 'pk']],
      },
    ];
  },

  instead: async (table, mail, at) => {
    const ids = idsOfKey(mail);
    const resolution = await table.get(keys.resolution(ids.ws, ids.annotation, ids.resolution));
    return replyInstead(ids, resolution ?? {}, at);
  },
};
