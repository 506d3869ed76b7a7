import { commonFooter, escapeHtml, type Language, layOutMail, link, oneLine } from '../../mail/layout.ts';
import type { Addressee, Letter } from '../../mail/mime.ts';

const en = {
  subject: (host: string) => `Webhook to ${host} switched off`,
  title: 'A webhook was switched off',
  why: {
    gone: (host: string, workspace: string) =>
      `${host} answered “410 Gone”, so we stopped sending it events from ${workspace}.`,
    failing: (host: string, workspace: string) =>
      `Deliveries to ${host} have failed five days in a row, so we stopped sending it events from ${workspace}.`,
  },
  next: 'Fix the receiver, switch the webhook back on, then resend the failed events.',
  missed: 'Later events aren’t kept: GET /api/v1/changes lists what changed in notes in the last 30 days.',
  open: 'View webhooks',
  reason: 'You’re receiving this because you own this workspace.',
};

const de: typeof en = {
  subject: (host) => `Webhook an ${host} abgeschaltet`,
  title: 'Ein Webhook wurde abgeschaltet',
  why: {
    gone: (host, workspace) =>
      `${host} hat mit „410 Gone“ geantwortet. Deshalb senden wir keine Ereignisse aus ${workspace} mehr dorthin.`,
    failing: (host, workspace) =>
      `Zustellungen an ${host} sind an fünf Tagen in Folge gescheitert. Deshalb senden wir keine Ereignisse aus ${workspace} mehr dorthin.`,
  },
  next: 'Beheben Sie den Fehler beim Empfänger, schalten Sie den Webhook wieder ein, und senden Sie die gescheiterten Ereignisse erneut.',
  missed:
    'Spätere Ereignisse werden nicht aufbewahrt: GET /api/v1/changes nennt, was sich in den letzten 30 Tagen an Notizen geändert hat.',
  open: 'Webhooks ansehen',
  reason: 'Sie erhalten diese Mail, weil Ihnen dieser Arbeitsbereich gehört.',
};

const words: Record<Language, typeof en> = { en, de };

/** A member wrote `workspace` and chose `host`. */
export interface SwitchedOffNews extends Addressee {
  workspace: string;
  host: string;
  why: 'gone' | 'failing';
  link: string;
}

const NAME_LENGTH = 80;

export const switchedOffLetter = (news: SwitchedOffNews): Letter => {
  const say = words[news.language];
  const host = oneLine(news.host, NAME_LENGTH);
  const why = say.why[news.why](host, oneLine(news.workspace, NAME_LENGTH));
  const html = [
    `<p dir="auto" style="margin:0">${escapeHtml(why)}</p>`,
    ...[say.next, say.missed].map((said) => `<p style="margin:12px 0 0">${escapeHtml(said)}</p>`),
    `<p style="margin:24px 0 0;font-weight:600">${link(news.link, say.open)}</p>`,
  ];
  const footer = commonFooter(news, say.reason);
  const text = [say.title, why, say.next, say.missed, `${say.open}:\n${news.link}`];
  const { to, language, unsubscribe } = news;
  return layOutMail({ to, language, subject: say.subject(host), title: say.title, html, text, footer, unsubscribe });
};
