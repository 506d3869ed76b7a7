import { fileUrl } from '../../files/signed-url.ts';
import { escapeHtml, label, layOutMail, link, oneLine, picture, plain, quote, webAddress } from '../../mail/layout.ts';
import { renderMarkdown } from '../../mail/markdown.ts';
import type { Letter } from '../../mail/mime.ts';
import { type Language, words } from '../../mail/words.ts';

const IMAGE_DAYS = 30;
const QUOTED = 1000;
/** Gmail clips emails at 102 KB, which would cut off the unsubscribe link. */
const MAX_EXPLANATION_HTML = 60_000;

/** Visitors, members or agents wrote everything except `site`. */
export interface ResolutionNews {
  to: string;
  language: Language;
  site: string;
  note: string;
  page_url: string | undefined;
  explanation: string | undefined;
  before_key: string | undefined;
  after_key: string | undefined;
  diff_url: string | undefined;
  unsubscribe: string;
  data: string;
}

const shorten = (text: string) => (text.length <= QUOTED ? text : `${text.slice(0, QUOTED).trimEnd()}…`);

/** Falls back to plain text if the markup gets too large: each `code` carries its inline style. */
const explain = (text: string): string => {
  const html = renderMarkdown(text);
  if (Buffer.byteLength(html) <= MAX_EXPLANATION_HTML) return html;
  return `<p style="margin:0 0 12px;white-space:pre-wrap">${escapeHtml(text)}</p>`;
};

const addressOf = (key: string | undefined) => (key === undefined ? undefined : fileUrl(key, { days: IMAGE_DAYS }));

/** The subject contains no text from the note. */
export const resolutionLetter = (news: ResolutionNews): Letter => {
  const say = words[news.language];
  const site = oneLine(news.site, 80);
  const note = shorten(plain(news.note).trim());
  const explanation = plain(news.explanation ?? '').trim();
  const diff = webAddress(news.diff_url);
  const page = webAddress(news.page_url);
  const images = [
    { caption: say.before, href: addressOf(news.before_key) },
    { caption: say.after, href: addressOf(news.after_key) },
  ].flatMap(({ caption, href }) => (href === undefined ? [] : [{ caption, href }]));

  const pictures = images.map(({ href, caption }, index) => picture(href, caption, index === 0 ? 'left' : 'right'));

  const html = [
    `<p style="margin:0">${escapeHtml(say.intro(site))}</p>`,
    label(say.yourNote),
    quote(note),
    page ? `<p style="margin:8px 0 0;font-size:14px">${link(page, say.openPage)}</p>` : '',
    explanation || diff ? label(say.answer) : '',
    explanation ? `<div dir="auto">${explain(explanation)}</div>` : '',
    diff ? `<p style="margin:0 0 12px">${link(diff, say.change)}</p>` : '',
    images.length > 0 ? `<div style="margin:16px 0 0;font-size:0">${pictures.join('')}</div>` : '',
    images.length > 0
      ? `<p class="soft" style="margin:8px 0 0;font-size:13px;color:#6b7280">${say.imagesLive}</p>`
      : '',
  ].join('');

  const text = [
    say.title,
    say.intro(site),
    `${say.yourNote}:\n${note.replace(/^/gm, '> ')}`,
    page ? `${say.openPage}: ${page}` : '',
    explanation ? `${say.answer}:\n${explanation}` : '',
    diff ? `${say.change}: ${diff}` : '',
    ...images.map(({ caption, href }) => `${caption}: ${href}`),
    images.length > 0 ? say.imagesLive : '',
    `-- \n${say.why(site)}\n${say.stop}: ${news.unsubscribe}\n${say.data}: ${news.data}`,
  ];

  return {
    to: news.to,
    subject: say.subject(site),
    text: `${text.filter(Boolean).join('\n\n')}\n`,
    html: layOutMail(
      news.language,
      say.title,
      html,
      `${escapeHtml(say.why(site))}<br>${link(news.unsubscribe, say.stop)}<br>${link(news.data, say.data)}`,
    ),
    unsubscribe: news.unsubscribe,
  };
};
