import {
  button,
  escapeHtml,
  footerOf,
  type Language,
  label,
  layOutMail,
  link,
  MAX_SAID_HTML,
  oneLine,
  plain,
  quote,
  shorten,
} from '../../mail/layout.ts';
import type { Letter } from '../../mail/mime.ts';
import type { ShownEvent } from '../events.ts';
import { words } from './words.ts';

const NAME = 80;
const QUOTED = 1000;
const IN_DIGEST = 200;

interface Envelope {
  to: string;
  language: Language;
  workspace: string;
  settings: string;
  unsubscribe: string;
}

/** Visitors, members or agents wrote `said`, `note` and `title`: they are quoted, and no subject has them. */
export interface News {
  event: ShownEvent;
  site: string;
  by: string | undefined;
  note: string | undefined;
  said: string | undefined;
  title: string | undefined;
  link: string;
}

const cleaned = (text: string | undefined, max: number) => shorten(plain(text ?? '').trim(), max);
const quoted = (text: string) => text.replace(/^/gm, '> ');

const footerFor = ({ language, workspace, settings, unsubscribe }: Envelope) => {
  const say = words[language];
  return footerOf(say.why(oneLine(workspace, NAME)), [
    [say.settings, settings],
    [say.stop, unsubscribe],
  ]);
};

const introOf = ({ event, site, by }: News, language: Language): string => {
  const say = words[language];
  return say.intro[event](oneLine(site, NAME), oneLine(by ?? say.someone, NAME));
};

const partsOf = ({ event, said, note, title }: News, language: Language): [string, string][] => {
  const say = words[language];
  const parts: [string, string][] = [
    [event === 'resolved' ? say.summary : say.replied, cleaned(said, QUOTED)],
    [say.note, cleaned(note, QUOTED)],
    [say.review, cleaned(title, QUOTED)],
  ];
  return parts.filter(([, text]) => text !== '');
};

export const notificationLetter = (news: News, envelope: Envelope): Letter => {
  const { language, to, unsubscribe } = envelope;
  const say = words[language];
  const subject = say.subject[news.event](oneLine(news.site, NAME));
  const intro = introOf(news, language);
  const parts = partsOf(news, language);
  const open = news.event === 'review_done' ? say.openReview : say.open;
  const footer = footerFor(envelope);
  const html = [
    `<p dir="auto" style="margin:0">${escapeHtml(intro)}</p>`,
    ...parts.map(([title, text]) => label(title) + quote(text)),
    `<p style="margin:24px 0 0">${button(news.link, open)}</p>`,
  ];
  const text = [intro, ...parts.map(([title, said]) => `${title}:\n${quoted(said)}`), `${open}: ${news.link}`];
  return layOutMail({ to, language, subject, title: subject, html, text, footer, unsubscribe });
};

interface Digest {
  news: readonly News[];
  /** With those that the digest doesn't name. */
  count: number;
  dashboard: string;
}

export const digestLetter = ({ news, count, dashboard }: Digest, envelope: Envelope): Letter => {
  const { language, to, workspace, unsubscribe } = envelope;
  const say = words[language];
  const footer = footerFor(envelope);
  let room = MAX_SAID_HTML;
  const items = news
    .map((one) => {
      const intro = introOf(one, language);
      const said = cleaned(one.said ?? one.note ?? one.title, IN_DIGEST);
      const open = one.event === 'review_done' ? say.openReview : say.open;
      return {
        html:
          `<div style="margin:0 0 20px"><p dir="auto" style="margin:0 0 6px">${escapeHtml(intro)}</p>` +
          `${said && quote(said)}<p style="margin:6px 0 0;font-size:14px">${link(one.link, open)}</p></div>`,
        text: [intro, said && quoted(said), `${open}: ${one.link}`].filter(Boolean).join('\n'),
      };
    })
    .filter(({ html }) => {
      room -= Buffer.byteLength(html);
      return room >= 0;
    });
  const more = count > items.length ? say.more(count - items.length) : '';
  const html = [
    ...items.map((one) => one.html),
    more && `<p style="margin:0 0 12px">${more}</p>`,
    button(dashboard, say.openAll),
  ];
  const text = [say.digestTitle, ...items.map((one) => one.text), more, `${say.openAll}: ${dashboard}`];
  const subject = say.digest(count, oneLine(workspace, NAME));
  return layOutMail({ to, language, subject, title: say.digestTitle, html, text, footer, unsubscribe });
};
