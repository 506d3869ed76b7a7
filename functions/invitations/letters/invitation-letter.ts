import { escapeHtml, oneLine } from '../../mail/escape.ts';
import { layOutMail, link } from '../../mail/layout.ts';
import type { Letter } from '../../mail/mime.ts';
import type { Language } from '../../mail/words.ts';
import { invitationWords } from './invitation-words.ts';

/** Contents of an invitation email. The inviter wrote `workspace` and `by`. */
export interface InvitationNews {
  to: string;
  language: Language;
  workspace: string;
  by: string;
  role: 'MEMBER' | 'GUEST';
  link: string;
  expires_at: number;
  unsubscribe: string;
  /** Address of the recipient's data page. */
  data: string;
}

const NAME_LENGTH = 80;

/** The subject contains the workspace's name and nothing else that the inviter wrote. */
export const invitationLetter = (news: InvitationNews): Letter => {
  const say = invitationWords[news.language];
  const workspace = oneLine(news.workspace, NAME_LENGTH);
  const by = oneLine(news.by, NAME_LENGTH) || say.someone;
  const day = new Intl.DateTimeFormat(news.language, { dateStyle: 'long', timeZone: 'UTC' }).format(news.expires_at);
  const intro = say.intro(by, workspace);
  const role = say.roles[news.role];

  const html = [
    `<p dir="auto" style="margin:0">${escapeHtml(intro)}</p>`,
    `<p style="margin:12px 0 0">${escapeHtml(role)}</p>`,
    `<p style="margin:24px 0 0;font-weight:600">${link(news.link, say.open)}</p>`,
    `<p class="soft" style="margin:8px 0 0;font-size:13px;color:#6b7280">${escapeHtml(say.until(day))}</p>`,
  ].join('');

  const text = [
    say.title,
    intro,
    role,
    `${say.open}:\n${news.link}`,
    say.until(day),
    `-- \n${say.why}\n${say.stop}: ${news.unsubscribe}\n${say.data}: ${news.data}`,
  ];

  return {
    to: news.to,
    subject: say.subject(workspace),
    text: `${text.join('\n\n')}\n`,
    html: layOutMail(
      news.language,
      say.title,
      html,
      `${escapeHtml(say.why)}<br>${link(news.unsubscribe, say.stop)}<br>${link(news.data, say.data)}`,
    ),
    unsubscribe: news.unsubscribe,
  };
};
