import { fileUrl } from '../../files/signed-url.ts';
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
  picture,
  plain,
  quote,
  shorten,
  webAddress,
} from '../../mail/layout.ts';
import { renderMarkdown } from '../../mail/markdown.ts';
import type { Addressee, Letter } from '../../mail/mime.ts';
import { type Matter, type Words, words } from '../words.ts';
import { letterWords, type Outcome } from './words.ts';

const IMAGE_DAYS = 30;
const QUOTED = 1000;
const IN_SUBJECT = 48;

/** Markdown if an agent wrote it. */
interface Said {
  by: string;
  text: string;
  isMarkdown: boolean;
}

interface Done {
  explanation: string | undefined;
  diff_url: string | undefined;
  pr_url?: string | undefined;
  revision?: string;
  before_key: string | undefined;
  after_key: string | undefined;
  /** The part of a picture that the note is about, by the picture's key. */
  cuts?: Readonly<Record<string, string>>;
}

/** Visitors, members or agents wrote everything except `site`. */
export interface NoteNews extends Addressee {
  outcome: Outcome;
  matter: Matter;
  /** The note; in a mail that a note is a duplicate, its original. */
  is_open?: boolean;
  site: string;
  note: string;
  page_url: string | undefined;
  summary: string | undefined;
  replies: readonly Said[];
  resolutions: readonly Done[];
  /** The service's browser saw that the element looks different. */
  is_verified?: boolean;
  /** The page of the thread. */
  thread: string;
  thread_id: string;
  reply_to?: string | undefined;
}

interface Part {
  html: string;
  text: string;
}

const NOTHING: Part = { html: '', text: '' };

const literal = (text: string) => `<p dir="auto" style="margin:0 0 12px;white-space:pre-wrap">${escapeHtml(text)}</p>`;

/** Literally if the markup gets too large: each `code` carries its inline style. */
const explained = (text: string): string => {
  const html = renderMarkdown(text);
  return Buffer.byteLength(html) <= MAX_SAID_HTML ? `<div dir="auto">${html}</div>` : literal(text);
};

const titled = (title: string, html: string, text: string): Part => ({
  html: label(title) + html,
  text: `${title}:\n${text}`,
});

type Say = Words & (typeof letterWords)[Language];

const summaryPart = ({ summary, outcome }: NoteNews, say: Say): Part => {
  const text = plain(summary ?? '').trim();
  if (!text) return NOTHING;
  const titles: Partial<Record<Outcome, string>> = { blocked: say.question, won_t_fix: say.why };
  return titled(titles[outcome] ?? say.summary, literal(text), text);
};

const replyPart = ({ by, text, isMarkdown }: Said, say: Say): Part => {
  const said = plain(text).trim();
  return titled(say.replyBy(oneLine(by, 80)), isMarkdown ? explained(said) : literal(said), said);
};

const addressOf = (key: string | undefined) => (key === undefined ? undefined : fileUrl(key, { days: IMAGE_DAYS }));

const donePart = (
  { explanation = '', diff_url, pr_url, revision = '', before_key, after_key, cuts = {} }: Done,
  say: Say,
): Part => {
  const said = plain(explanation).trim();
  const links = [
    { href: webAddress(diff_url), name: say.change },
    { href: webAddress(pr_url), name: say.pullRequest },
  ].flatMap(({ href, name }) => (href === undefined ? [] : [{ href, name }]));
  const made = oneLine(revision, 120);
  const images = [
    { caption: say.before, key: before_key },
    { caption: say.after, key: after_key },
  ].flatMap(({ caption, key = '' }) => {
    const href = addressOf(key || undefined);
    return href === undefined ? [] : [{ caption, href, src: addressOf(cuts[key]) ?? href }];
  });
  const pictures = images.map((image, index) => picture(image, index === 0 ? 'left' : 'right'));
  const html = [
    said ? explained(said) : '',
    ...links.map(({ href, name }) => `<p style="margin:0 0 12px">${link(href, name)}</p>`),
    made
      ? `<p class="soft" style="margin:0 0 12px;font-size:13px;color:#6b7280">${say.revision}: ${escapeHtml(made)}</p>`
      : '',
    images.length > 0 ? `<div style="margin:16px 0 0;font-size:0">${pictures.join('')}</div>` : '',
    images.length > 0
      ? `<p class="soft" style="margin:8px 0 0;font-size:13px;color:#6b7280">${say.imagesLive}</p>`
      : '',
  ];
  const text = [
    said,
    ...links.map(({ href, name }) => `${name}: ${href}`),
    made ? `${say.revision}: ${made}` : '',
    ...images.map(({ caption, href }) => `${caption}: ${href}`),
    images.length > 0 ? say.imagesLive : '',
  ];
  return titled(say.changed, html.join(''), text.filter(Boolean).join('\n\n'));
};

/** As much as fits; the thread's page has the rest. */
const fitting = (parts: readonly Part[], say: Say): Part[] => {
  let room = MAX_SAID_HTML;
  const kept = parts.filter(({ html }, index) => {
    room -= Buffer.byteLength(html);
    return index === 0 || room >= 0;
  });
  return kept.length === parts.length ? kept : [...kept, { html: `<p>${say.more}</p>`, text: say.more }];
};

const waysOn = ({ outcome, matter, thread, reply_to }: NoteNews, say: Say): Part => {
  const { asked, yes, notYet } = say.ask[matter];
  const ways: [string, string][] =
    outcome === 'resolved'
      ? [
          [yes, `${thread}?fixed=yes`],
          [notYet, `${thread}?fixed=no`],
        ]
      : [[outcome === 'blocked' || outcome === 'reply' ? say.answer : say.open, thread]];
  const hint = reply_to === undefined ? '' : say.mailAnswer;
  return {
    html: [
      outcome === 'resolved' ? `<p style="margin:24px 0 8px;font-weight:600">${asked}</p>` : '<br>',
      ways.map(([text, href]) => button(href, text)).join(''),
      hint ? `<p class="soft" style="margin:4px 0 0;font-size:13px;color:#6b7280">${hint}</p>` : '',
    ].join(''),
    text: [outcome === 'resolved' ? asked : '', ...ways.map(([text, href]) => `${text}: ${href}`), hint]
      .filter(Boolean)
      .join('\n'),
  };
};

/** The same in every mail about the note, since mail programs group by it. No link gets there. */
const subjectOf = (site: string, note: string, say: Say): string => {
  const start = oneLine(note, IN_SUBJECT);
  return start === '' || /:\/\/|www\.|@|[\w-]\.[a-z]{2,}\b/i.test(start)
    ? say.subjectPlain(site)
    : say.subject(site, start);
};

export const noteLetter = (news: NoteNews): Letter => {
  const say = { ...words[news.language], ...letterWords[news.language] };
  const site = oneLine(news.site, 80);
  const note = shorten(plain(news.note).trim(), QUOTED);
  const page = webAddress(news.page_url);
  const opening = say.opening[news.outcome];
  const { title, intro: introOf, ifOpen } = 'title' in opening ? opening : opening[news.matter];
  const intro = [introOf(site), news.is_open && ifOpen].filter(Boolean).join(' ');
  const said = fitting(
    [
      summaryPart(news, say),
      ...news.replies.map((reply) => replyPart(reply, say)),
      ...news.resolutions.map((done) => donePart(done, say)),
    ].filter(({ html }) => html !== ''),
    say,
  );
  const verified = news.is_verified ? say.verified : '';
  const on = waysOn(news, say);

  const footer = footerOf(say.reason(site), [
    [say.stop, news.unsubscribe],
    [say.data, news.data],
  ]);

  const html = [
    `<p style="margin:0">${escapeHtml(intro)}</p>`,
    ...said.map((part) => part.html),
    verified ? `<p style="margin:12px 0">${verified}</p>` : '',
    on.html,
    label(say.yourNote),
    quote(note),
    page ? `<p style="margin:8px 0 0;font-size:14px">${link(page, say.openPage)}</p>` : '',
  ];

  const text = [
    title,
    intro,
    ...said.map((part) => part.text),
    verified,
    on.text,
    `${say.yourNote}:\n${note.replace(/^/gm, '> ')}`,
    page ? `${say.openPage}: ${page}` : '',
  ];

  return layOutMail({
    to: news.to,
    language: news.language,
    from_name: say.sender(site),
    ...(news.reply_to !== undefined && { reply_to: news.reply_to }),
    thread_id: news.thread_id,
    subject: subjectOf(site, note, say),
    title,
    html,
    text,
    footer,
    unsubscribe: news.unsubscribe,
  });
};
