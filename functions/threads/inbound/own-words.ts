import { setting } from '../../kit/config.ts';

const MAX_LINES = 2000;
const MAX_ATTRIBUTION = 400;

/** Everything below goes. */
const ENDS = [
  /^\s*-{2,}\s*(original message|original-?nachricht|ursprüngliche nachricht|forwarded message|weitergeleitete nachricht|message d'origine|mensaje original|reply message)\s*-{2,}/i,
  /^\s*_{10,}\s*$/,
  /^\s*(begin forwarded message|anfang der weitergeleiteten nachricht)\s*:/i,
  /^-- ?$/,
];
/** Mail programs write one of these above the mail that is answered. */
const ATTRIBUTION =
  /^(on|am|le|el|il|den|op)\b.{0,200}\b(wrote|schrieb|a écrit|escribió|ha scritto|skrev|schreef)(?!\p{L}).{0,120}:$/iu;
const ATTRIBUTION_BY_ADDRESS =
  /^.{0,200}<[^<>\s@]+@[^<>\s@]+>.{0,40}(wrote|schrieb|a écrit|escribió|ha scritto|skrev|schreef).{0,120}:$/i;
/** Without marks on the lines below, a sentence with a date could be meant: “On May 3 the support wrote:”. */
const OF_PROGRAM = /\d[:h]\d\d|kl\.? ?\d|@/;
/** Outlook's block of headers; GMX and Web.de begin with the date. */
const FROM_LINE = /^\s*\*?(from|von|de|da|van)\s*:\*?\s*\S/i;
const SENT_LINE = /^\s*\*?(sent|gesendet|date|datum|envoyé|enviado|inviato|verzonden)\s*:\*?\s*\S/i;
/** Forms list dates, names and addresses, too, and people copy them. */
const SUBJECT_LINE = /^\s*\*?(subject|betreff|objet|asunto|assunto|oggetto|onderwerp)\s*:/i;
const MAX_HEADER_LINES = 8;
const QUOTED = /^\s*>/;
const SENT_FROM =
  /^\s*(sent from my|von meinem .{1,40} gesendet|gesendet von|get outlook for|outlook für .{1,20} beziehen)\b/i;

/** Every mail about a note has one. */
const hasOurLink = (line: string) => !QUOTED.test(line) && line.includes(`${setting('BASE_URL')}/api/`);

const isEnd = (lines: readonly string[], at: number): boolean => {
  const line = lines[at] ?? '';
  if (ENDS.some((pattern) => pattern.test(line)) || hasOurLink(line)) return true;
  if (!FROM_LINE.test(line) && !SENT_LINE.test(line)) return false;
  const block = lines.slice(at, at + MAX_HEADER_LINES);
  return [FROM_LINE, SENT_LINE, SUBJECT_LINE, /@/].every((pattern) => block.some((next) => pattern.test(next)));
};

const isDated = (text: string) => text.length <= MAX_ATTRIBUTION && /\d/.test(text) && ATTRIBUTION.test(text);
const isAddressed = (text: string) => text.length <= MAX_ATTRIBUTION && ATTRIBUTION_BY_ADDRESS.test(text);

/** Its lines, since it may be broken into two. */
const attributionAt = (lines: readonly string[], at: number): string[] => {
  const [first = '', second = ''] = lines.slice(at, at + 2).map((line) => line.trim());
  if (isDated(first) || isAddressed(first)) return [first];
  if (isDated(second)) return [];
  const both = `${first} ${second}`;
  const isBroken = isDated(both) ? /\d/.test(first) : isAddressed(both) && !isAddressed(second);
  return isBroken ? [first, second] : [];
};

/** The writer's lines above, within and below the mail that they answer. */
export const ownWords = (text: string): string => {
  const lines = text.replace(/\r\n?/g, '\n').split('\n').slice(0, MAX_LINES);
  const ourLast = lines.findLastIndex(hasOurLink);
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (QUOTED.test(line)) continue;
    if (isEnd(lines, at)) break;
    const attribution = attributionAt(lines, at);
    const below = attribution.length > 0 && lines.slice(at + attribution.length).find((next) => next.trim() !== '');
    const isMarked = QUOTED.test(below || '>');
    if (attribution.length === 0 || (!isMarked && !OF_PROGRAM.test(attribution.join(' ')))) kept.push(line);
    else if (!isMarked && (at < ourLast || kept.some((own) => own.trim() !== ''))) break;
    else at += attribution.length - 1;
  }
  while (kept.length > 0 && (!kept.at(-1)?.trim() || SENT_FROM.test(kept.at(-1) ?? ''))) kept.pop();
  return kept
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
};
