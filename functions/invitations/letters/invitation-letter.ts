import { commonFooter, escapeHtml, type Language, layOutMail, link, oneLine } from '../../mail/layout.ts';
import type { Addressee, Letter } from '../../mail/mime.ts';

const en = {
  subject: (workspace: string) => `Invitation to ${workspace}`,
  title: 'You’re invited',
  intro: (by: string, workspace: string) => `${by} invited you to ${workspace} on Sidenote.`,
  someone: 'A colleague',
  roles: {
    MEMBER: 'As a member, you can read and answer notes on every site.',
    GUEST: 'As a guest, you can read and answer notes on the sites shared with you.',
  },
  open: 'View invitation',
  until: (time: string) => `Expires on ${time}.`,
  why: 'You’re receiving this because someone invited your address. If you weren’t expecting it, ignore this email.',
};

const de: typeof en = {
  subject: (workspace) => `Einladung zu ${workspace}`,
  title: 'Sie sind eingeladen',
  intro: (by, workspace) => `${by} lädt Sie ein, bei Sidenote in ${workspace} mitzuarbeiten.`,
  someone: 'Jemand aus dem Team',
  roles: {
    MEMBER: 'Als Mitglied lesen und beantworten Sie die Notizen aller Websites.',
    GUEST: 'Als Gast lesen und beantworten Sie die Notizen der Websites, die Ihnen freigegeben sind.',
  },
  open: 'Einladung ansehen',
  until: (time) => `Gültig bis ${time}.`,
  why: 'Sie erhalten diese Mail, weil jemand Ihre Adresse eingeladen hat. Wenn Sie das nicht erwartet haben, können Sie sie ignorieren.',
};

const words: Record<Language, typeof en> = { en, de };

/** The inviter wrote `workspace` and `by`. */
export interface InvitationNews extends Addressee {
  workspace: string;
  by: string;
  role: 'MEMBER' | 'GUEST';
  link: string;
  expires_at: number;
}

const NAME_LENGTH = 80;

/** To the minute: on its last day, the invitation may have ended already. */
const TIME: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short',
};

/** The workspace's name is all in the subject that the inviter wrote. */
export const invitationLetter = (news: InvitationNews): Letter => {
  const say = words[news.language];
  const workspace = oneLine(news.workspace, NAME_LENGTH);
  const by = oneLine(news.by, NAME_LENGTH) || say.someone;
  const until = say.until(new Intl.DateTimeFormat(news.language, TIME).format(news.expires_at));
  const intro = say.intro(by, workspace);
  const role = say.roles[news.role];

  const footer = commonFooter(news, say.why);

  const html = [
    `<p dir="auto" style="margin:0">${escapeHtml(intro)}</p>`,
    `<p style="margin:12px 0 0">${escapeHtml(role)}</p>`,
    `<p style="margin:24px 0 0;font-weight:600">${link(news.link, say.open)}</p>`,
    `<p class="soft" style="margin:8px 0 0;font-size:13px;color:#6b7280">${escapeHtml(until)}</p>`,
  ];

  const text = [say.title, intro, role, `${say.open}:\n${news.link}`, until];

  const { to, language, unsubscribe } = news;
  return layOutMail({
    to,
    language,
    subject: say.subject(workspace),
    title: say.title,
    html,
    text,
    footer,
    unsubscribe,
  });
};
