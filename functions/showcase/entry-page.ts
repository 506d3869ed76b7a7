import { escapeHtml, oneLine, plain, webAddress } from '../mail/escape.ts';
import { apart, bar, block, line, wholePage } from './page-parts.ts';
import { pageUrl } from './page-url.ts';
import type { EntryRow } from './schema.ts';
import type { Snapshot } from './snapshot.ts';

type Review = Snapshot['review'];
type Persona = Review['personas'][number];
type Finding = Snapshot['feedback']['items'][number];

const KINDS: Readonly<Record<Review['input_type'], string>> = {
  text: 'a text',
  document: 'a document',
  site: 'a web page',
  pdf: 'a PDF',
  image: 'an image',
  audio: 'a recording',
  video: 'a video',
};

const rounded = (score: number) => score.toFixed(1);
const day = (at: number) => {
  const text = new Date(at).toISOString().slice(0, 10);
  return `<time datetime="${text}">${text}</time>`;
};
const people = (count: number) => (count === 1 ? 'one persona' : `${count} personas`);

/** What a link preview says, as text. */
const descriptionOf = ({ score, personas, summary }: EntryRow): string =>
  oneLine(`${score === null ? 'Reviewed' : `${rounded(score)} of 5`} by ${people(personas)}. ${summary}`, 200);

const of = ({ url }: Review): string => {
  const href = webAddress(url);
  if (!href) return '';
  const shown = line(href.replace(/^https?:\/\//, '').replace(/\/$/, ''), 80);
  return ` <a href="${escapeHtml(href)}" rel="nofollow ugc noopener noreferrer"><bdi>${shown}</bdi></a>`;
};

const standsBehind = ({ basis, labels }: NonNullable<Review['calibration']>): string => {
  if (basis === 'workspace') return `The numbers are fitted to ${labels} ratings that people of its workspace gave.`;
  if (basis === 'prior') return `The numbers follow ${labels} ratings given in other workspaces, none of its own.`;
  return 'No rating of people stands behind these numbers: they are raw scores.';
};

const spread = ({ value, interval }: NonNullable<Review['score']>, isFitted: boolean): string => {
  if (!isFitted) return bar(value);
  const [from = value, to = value] = interval;
  return `${bar(value, interval)}<p class="soft">90 of 100 ratings are expected between ${rounded(from)} and ${rounded(to)}.</p>`;
};

const overall = ({ score, calibration, ai_live }: Review, isFitted: boolean): string => {
  const tags = [
    calibration?.calibrated
      ? '<li class="good">Calibrated on people’s ratings</li>'
      : '<li class="warn">Uncalibrated</li>',
    ai_live === false ? '<li class="warn">Stated heuristics answered, not an AI</li>' : '<li>An AI answered</li>',
  ];
  const value = score
    ? `<div class="value">${rounded(score.value)} <small>of 5</small></div><div>${spread(score, isFitted)}</div>`
    : '<div class="soft">No score could be given.</div>';
  return (
    `<section class="card overall" aria-label="Score"><div class="score">${value}</div><ul class="tags">${tags.join('')}</ul>` +
    `${calibration ? `<p class="told soft">${standsBehind(calibration)}</p>` : ''}</section>`
  );
};

/** Worth telling only where ratings stand behind it. */
const usefulness = ({ p_useful }: Finding, isFitted: boolean): string =>
  p_useful === null || !isFitted
    ? ''
    : `<p class="soft">Probably useful to its people: ${Math.round(p_useful * 100)} %.</p>`;

const finding = (one: Finding, isFitted: boolean): string => {
  const { dimension, score, comment, suggestion, quote } = one;
  return (
    `<li><div class="line"><h4>${apart(dimension, 120)}</h4><span class="mark">${rounded(score)} of 5</span>${bar(score)}</div>` +
    block('p', comment) +
    (quote ? block('blockquote', quote) : '') +
    (suggestion ? `<p><strong>Suggestion:</strong> <bdi>${escapeHtml(plain(suggestion).trim())}</bdi></p>` : '') +
    usefulness(one, isFitted) +
    '</li>'
  );
};

const persona = (
  { persona_id, name, title, score, summary }: Persona,
  findings: readonly Finding[],
  isFitted: boolean,
): string => {
  const own = findings.filter((one) => one.persona_id === persona_id);
  return (
    `<section class="card persona"><header><div><h3>${apart(name, 120)}</h3><p class="soft">${apart(title, 200)}</p></div>` +
    `${score === null ? '' : `<span class="mark">${rounded(score)} of 5</span>`}</header>` +
    (summary ? block('p', summary, 'summary') : '') +
    (own.length > 0 ? `<ul class="findings">${own.map((one) => finding(one, isFitted)).join('')}</ul>` : '') +
    '</section>'
  );
};

/** An approved entry as a page: every text of others is escaped, and stands in an element of its own. */
export const entryPage = (entry: EntryRow, { review, feedback }: Snapshot): string => {
  const title = line(entry.title, 200) || 'A review';
  const url = escapeHtml(pageUrl(entry.slug));
  const head = { title, description: escapeHtml(descriptionOf(entry)), url };
  const isFitted = review.calibration !== null && review.calibration.basis !== 'raw';
  const personas = review.personas.map((one) => persona(one, feedback.items, isFitted)).join('');
  return wholePage(
    `${title} – Sidenote`,
    head,
    `<h1 dir="auto">${title}</h1>` +
      `<p class="meta">Review of ${KINDS[review.input_type]}${of(review)} by ${people(review.personas.length)}, as of ${day(entry.submitted_at)}</p>` +
      overall(review, isFitted) +
      `<h2>What ${people(review.personas.length)} said</h2>${personas}` +
      `<footer class="soft"><p>Its workspace made this review public. Is something wrong with it? <code>POST /api/showcase/${entry.slug}/report</code> with ` +
      `<code>{"reason": "…"}</code> takes it out of sight until somebody has looked at it.</p></footer>`,
  );
};

/** What a browser shows where nothing is public. */
export const missingPage = (): string =>
  wholePage(
    'Not in the showcase – Sidenote',
    undefined,
    '<h1>Not in the showcase</h1><p>Nothing is public at this address. It may wait for approval, or have been withdrawn.</p>',
  );
