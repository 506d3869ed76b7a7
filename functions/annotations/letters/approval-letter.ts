import {
  button,
  commonFooter,
  escapeHtml,
  type Language,
  label,
  layOutMail,
  oneLine,
  plain,
  quote,
} from '../../mail/layout.ts';
import type { Addressee, Letter } from '../../mail/mime.ts';

const en = {
  subject: (site: string) => `Approval needed for a note on ${site}`,
  title: 'An agent asks for your approval',
  intro: (agent: string, site: string) =>
    `${agent} wants to work on a note on ${site}, and no one has allowed changes for it yet.`,
  someAgent: 'An agent',
  intent: 'The intended change',
  note: 'The note',
  open: 'Review the request',
  meaning: 'Nothing happens until you approve. You can withdraw your approval on the same page.',
  why: (workspace: string) => `You’re receiving this because you own the workspace ${workspace} on Sidenote.`,
};

const de: typeof en = {
  subject: (site) => `Freigabe nötig für eine Notiz auf ${site}`,
  title: 'Ein Agent bittet um Ihre Freigabe',
  intro: (agent, site) =>
    `${agent} möchte eine Notiz auf ${site} bearbeiten, für die noch niemand Änderungen erlaubt hat.`,
  someAgent: 'Ein Agent',
  intent: 'Geplante Änderung',
  note: 'Die Notiz',
  open: 'Anfrage ansehen',
  meaning:
    'Es passiert nichts, bis Sie zustimmen. Auf derselben Seite können Sie die Freigabe auch wieder zurückziehen.',
  why: (workspace) => `Sie erhalten diese Mail, weil Ihnen der Arbeitsbereich ${workspace} bei Sidenote gehört.`,
};

const words: Record<Language, typeof en> = { en, de };

/** An agent wrote `agent` and `intent`, a stranger `note`: they are quoted, and the subject has none of them. */
export interface ApprovalNews extends Addressee {
  workspace: string;
  site: string;
  agent: string | undefined;
  intent: string;
  note: string;
  link: string;
}

export const approvalLetter = (news: ApprovalNews): Letter => {
  const say = words[news.language];
  const site = oneLine(news.site, 80);
  const why = say.why(oneLine(news.workspace, 80));
  const intro = say.intro(oneLine(news.agent ?? say.someAgent, 80), site);
  const intent = plain(news.intent).trim();
  const note = plain(news.note).trim();

  const footer = commonFooter(news, why);

  const html = [
    `<p dir="auto" style="margin:0">${escapeHtml(intro)}</p>`,
    label(say.intent),
    quote(intent),
    label(say.note),
    quote(note),
    `<p style="margin:24px 0 8px">${button(news.link, say.open)}</p>`,
    `<p class="soft" style="margin:0;font-size:13px;color:#6b7280">${escapeHtml(say.meaning)}</p>`,
  ];

  const quoted = (text: string) => text.replace(/^/gm, '> ');
  const text = [
    say.title,
    intro,
    `${say.intent}:\n${quoted(intent)}`,
    `${say.note}:\n${quoted(note)}`,
    `${say.open}: ${news.link}`,
    say.meaning,
  ];

  const { to, language, unsubscribe } = news;
  return layOutMail({ to, language, subject: say.subject(site), title: say.title, html, text, footer, unsubscribe });
};
