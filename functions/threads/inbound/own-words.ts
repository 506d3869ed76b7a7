import { setting } from '../../kit/config.ts';

const MAX_LINES = 2000;

/** Mail programs write one of these above the mail that is answered. */
const ABOVE_QUOTE = [
  /^\s*-{2,}\s*(original message|ursprüngliche nachricht|forwarded message|weitergeleitete nachricht|message d'origine|mensaje original|reply message)\s*-{2,}/i,
  /^\s*_{10,}\s*$/,
  /^\s*(on|am|le|el|il|den|op)\b.{0,200}\b(wrote|schrieb|a écrit|escribió|ha scritto|skrev|schreef)\b.{0,120}:\s*$/i,
  /^.{0,200}<[^<>\s]+@[^<>\s]+>.{0,40}(wrote|schrieb|a écrit|escribió|ha scritto|skrev|schreef).{0,120}:\s*$/i,
  /^\s*(begin forwarded message|anfang der weitergeleiteten nachricht)\s*:/i,
];
/** Outlook's block of headers. */
const FROM_LINE = /^\s*\*?(from|von|de|da|van)\s*:\*?\s*\S/i;
const SENT_LINE = /^\s*\*?(sent|gesendet|date|datum|envoyé|enviado|inviato|verzonden)\s*:\*?\s*\S/i;
const QUOTED = /^\s*>/;
const SIGNATURE = /^-- ?$/;
const SENT_FROM =
  /^\s*(sent from my|von meinem .{1,40} gesendet|gesendet von|get outlook for|outlook für .{1,20} beziehen)\b/i;

const isEnd = (lines: readonly string[], at: number): boolean => {
  const line = lines[at] ?? '';
  // The line above the quotation may be broken into two.
  const both = `${line.trimEnd()} ${(lines[at + 1] ?? '').trim()}`;
  if (SIGNATURE.test(line) || ABOVE_QUOTE.some((pattern) => pattern.test(line) || pattern.test(both))) return true;
  if (line.includes(`${setting('BASE_URL')}/api/`)) return true;
  return FROM_LINE.test(line) && lines.slice(at + 1, at + 5).some((next) => SENT_LINE.test(next));
};

/** The writer's lines above and within the mail that they answer. */
export const ownWords = (text: string): string => {
  const lines = text.replace(/\r\n?/g, '\n').split('\n').slice(0, MAX_LINES);
  const end = lines.findIndex((_, at) => isEnd(lines, at));
  const kept = (end < 0 ? lines : lines.slice(0, end)).filter((line) => !QUOTED.test(line));
  while (kept.length > 0 && (!kept.at(-1)?.trim() || SENT_FROM.test(kept.at(-1) ?? ''))) kept.pop();
  return kept
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
};
