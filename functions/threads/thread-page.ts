import { submitterView } from '../annotations/submitter-view.ts';
import { isOpen } from '../annotations/waiting-for.ts';
import type { Thread } from '../annotations/whole-thread.ts';
import type { RawAnswer } from '../kit/contract/contract.ts';
import { smallPage, smallPagePolicy } from '../kit/text/small-page.ts';
import { escapeHtml, type Language, oneLine, plain, webAddress } from '../mail/layout.ts';
import { renderMarkdown } from '../mail/markdown.ts';
import { pageWords } from './page-words.ts';
import { type ByMatter, matterOf, type Words, words } from './words.ts';

const STYLE =
  'body{max-width:40rem;margin:6vh auto}h2{font:600 1.05rem/1.3 ui-sans-serif,system-ui,sans-serif;color:var(--ink);margin:2rem 0 .5rem}' +
  ':root{--line:light-dark(#ddd7cc,#3a3732);--card:light-dark(#fff,#1e1c18)}' +
  '.state{display:inline-block;padding:.1rem .7rem;border-radius:1rem;background:var(--card);border:1px solid var(--line);color:var(--ink);font-weight:600}' +
  '.say{padding:.7rem 1rem;border-radius:.5rem;border:1px solid var(--accent);color:var(--ink)}' +
  '.ask{padding:1rem;border-radius:.75rem;border:1px solid var(--line);background:var(--card)}.ask h2{margin:0 0 .75rem}' +
  '.talk{list-style:none;padding:0;margin:0}.talk>li{padding:.75rem 0;border-top:1px solid var(--line);overflow-wrap:anywhere}' +
  '.who{margin:0;font-size:.875rem}.who b{color:var(--ink)}.words{white-space:pre-wrap;margin:.25rem 0;color:var(--ink)}li p,li ul,li ol{color:var(--ink);margin:.25rem 0}pre{white-space:pre-wrap}' +
  'blockquote{margin:0;padding:.5rem 1rem;border-left:3px solid var(--accent);overflow-wrap:anywhere}' +
  'figure{display:inline-block;margin:.5rem .5rem 0 0;max-width:100%;font-size:.875rem}img{display:block;max-width:100%;max-height:18rem;border:1px solid var(--line);border-radius:.5rem}' +
  'label{display:block;font-weight:600;color:var(--ink);margin:0 0 .35rem}' +
  'textarea{box-sizing:border-box;width:100%;font:inherit;padding:.6rem .8rem;border:1px solid var(--soft);border-radius:.5rem;background:light-dark(#fff,#111);color:var(--ink);resize:vertical}' +
  'button{margin:.6rem .6rem 0 0}summary{cursor:pointer;color:var(--accent);padding:.5rem 0}footer{margin:2.5rem 0;font-size:.875rem}footer a{margin-right:1rem}';

interface Picture {
  caption: string;
  url: string;
}

interface Shown {
  signed: string;
  site: string;
  language: Language;
  thread: Thread;
  /** Signed for minutes, by the keys that the thread names. */
  pictures: ReadonlyMap<string, string>;
  unsubscribe: string;
  data: string;
  once: string;
  opens?: string | undefined;
  message?: string | undefined;
  /** Words that couldn't be sent. */
  draft?: string | undefined;
  status?: number;
}

interface Entry {
  at: number;
  by: string;
  html: string;
}

const literal = (text: string) => `<p class="words" dir="auto">${escapeHtml(plain(text).trim())}</p>`;

/** The page's policy refuses inline styles; quotation marks in text are escaped, so only ours match. */
const marked = (text: string) =>
  `<div dir="auto">${renderMarkdown(plain(text).trim()).replace(/ style="[^"]*"/g, '')}</div>`;

const outward = (href: string, text: string) =>
  `<a href="${escapeHtml(href)}" rel="noopener noreferrer nofollow">${escapeHtml(text)}</a>`;

const figure = ({ caption, url }: Picture) =>
  `<figure><a href="${escapeHtml(url)}"><img src="${escapeHtml(url)}" alt="${escapeHtml(caption)}"></a><figcaption>${escapeHtml(caption)}</figcaption></figure>`;

const timeText = (at: number, language: Language) =>
  `<time datetime="${new Date(at).toISOString()}">${new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(at)}</time>`;

type View = ReturnType<typeof submitterView>;
type Say = Words & (typeof pageWords)[Language];

const entriesOf = ({ replies, resolutions }: View, { site, pictures }: Shown, say: Say): Entry[] =>
  [
    ...replies.map(({ author, author_name, body, created_at }) => ({
      at: created_at,
      by:
        author === 'stakeholder' ? say.you : oneLine(author_name, 80) || (author === 'agent' ? say.agent(site) : site),
      html: author === 'agent' ? marked(body) : literal(body),
    })),
    ...resolutions.map(({ explanation, diff_url, pr_url, before_key, after_key, created_at }) => {
      const links = [
        { href: webAddress(diff_url), name: say.change },
        { href: webAddress(pr_url), name: say.pullRequest },
      ].flatMap(({ href, name }) => (href === undefined ? [] : [`<p>${outward(href, name)}</p>`]));
      const shown = [
        { caption: say.before, url: pictures.get(before_key ?? '') },
        { caption: say.after, url: pictures.get(after_key ?? '') },
      ].flatMap(({ caption, url }) => (url === undefined ? [] : [figure({ caption, url })]));
      const text = explanation ? marked(explanation) : '';
      return {
        at: created_at,
        by: `${site} · ${say.changed}`,
        html: [text, ...links, ...shown].join(''),
      };
    }),
  ].sort((one, other) => one.at - other.at);

const field = (label: string, rows: number, draft = '') =>
  `<label>${label}<textarea name="body" rows="${rows}" maxlength="10000" dir="auto">${escapeHtml(draft)}</textarea></label>`;

const form = ({ signed, once }: Shown, action: string, content: string) =>
  `<form method="post" action="/api/threads/${signed}/${action}"><input type="hidden" name="once" value="${once}">${content}</form>`;

/** However it is closed, as in the mail. */
const isThanked = ({ kind, status }: View) => kind === 'praise' && !isOpen(status);

const isAsked = (view: View) => view.status === 'resolved' && !view.confirmation && !isThanked(view);

const askIfFixed = (view: View, shown: Shown, say: Say): string => {
  const { kind, confirmation } = view;
  const of = <Text>(all: ByMatter<Text>): Text => all[matterOf(kind)];
  if (confirmation) return `<p class="say">${of(confirmation.fixed ? say.confirmed : say.reopened)}</p>`;
  if (!isAsked(view)) return '';
  const { asked, yes, notYet } = of(say.ask);
  const isNotYet = shown.opens === 'no';
  return (
    `<section class="ask"><h2>${asked}</h2>` +
    form(shown, 'confirmation', `<button name="fixed" value="yes">${yes}</button>`) +
    `<details${isNotYet ? ' open' : ''}><summary>${notYet}</summary>` +
    form(
      shown,
      'confirmation',
      `${field(of(say.stillWrong), 3, isNotYet ? shown.draft : '')}<button name="fixed" value="no">${say.sendNotYet}</button>`,
    ) +
    '</details></section>'
  );
};

export const threadPage = (shown: Shown): RawAnswer => {
  const { language, site, thread, pictures, message, unsubscribe, data } = shown;
  const say = { ...words[language], ...pageWords[language] };
  const view = submitterView(thread);
  const page = webAddress(view.page_url);
  const entries = entriesOf(view, shown, say).map(
    ({ at, by, html }) =>
      `<li><p class="who"><b dir="auto">${escapeHtml(by)}</b> · ${timeText(at, language)}</p>${html}</li>`,
  );
  const body = [
    message ? `<p class="say" role="status">${escapeHtml(message)}</p>` : '',
    `<p><span class="state">${isThanked(view) ? say.thanks : say.status[matterOf(view.kind)][view.status]}</span></p>`,
    view.summary ? literal(view.summary) : '',
    askIfFixed(view, shown, say),
    `<h2>${say.yourNote}</h2><blockquote>${literal(view.body)}</blockquote>`,
    page ? `<p>${outward(page, say.openPage)}</p>` : '',
    entries.length > 0 ? `<ol class="talk">${entries.join('')}</ol>` : '',
    `<section id="answer"><h2>${view.status === 'blocked' ? say.needsAnswer : say.answer}</h2>`,
    form(
      shown,
      'replies',
      `${field(say.writeReply, 4, shown.opens === 'no' && isAsked(view) ? '' : shown.draft)}<button>${say.send}</button>`,
    ),
    '</section>',
    `<footer><a href="${escapeHtml(unsubscribe)}">${say.stop}</a><a href="${escapeHtml(data)}">${say.data}</a></footer>`,
  ];
  const origins = [...new Set([...pictures.values()].map((url) => new URL(url).origin))];
  return {
    status: shown.status ?? 200,
    headers: { 'content-security-policy': smallPagePolicy(STYLE, origins) },
    text: smallPage(language, escapeHtml(say.pageTitle(oneLine(site, 80))), body.join(''), { style: STYLE }),
  };
};
