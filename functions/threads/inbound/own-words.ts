import { setting } from '../../kit/config.ts';
import { ownAddress } from './automatic.ts';

const MAX_LINES = 2000;
const MAX_ATTRIBUTION = 400;

const anyOf = (words: string) => `(?:${words.split(', ').join('|')})`;
/** As Gmail, Outlook, Apple Mail and Thunderbird write them in the languages of their users. */
const WROTE = anyOf(
  'wrote, schrieb, a écrit, escribió, escreveu, ha scritto, skrev, schreef, kirjoitti, pisze, napisał\\(a\\), napisała?, napsala?, yazdı, пишет, написала?',
);
const ON = anyOf('on, am, le, el, em, il, den, op, pe, w dniu, dnia, dne');
const FROM = anyOf('from, von, de, da, van, fra, från, lähettäjä, od, kimden, от, 差出人, 发件人, 寄件者, 보낸 사람');
const SENT = anyOf(
  'sent, gesendet, date, datum, envoyé, enviado(?: el| em)?, enviada em, inviato, verzonden, sendt, skickat, lähetetty, wysłano, odesláno, gönderildi, отправлено, дата, 送信日時, 发送时间, 傳送時間, 보낸 날짜',
);
const SUBJECT = anyOf(
  'subject, betreff, objet, asunto, assunto, oggetto, onderwerp, emne, ämne, aihe, temat, předmět, konu, тема, 件名, 主题, 主旨, 제목',
);
const ORIGINAL = anyOf(
  "original message, original-?nachricht, ursprüngliche nachricht, message d'origine, mensaje original, mensagem original, messaggio originale, oorspronkelijk bericht, oprindelig meddelelse, opprinnelig melding, ursprungligt meddelande, alkuperäinen viesti, wiadomość oryginalna, původní zpráva, исходное сообщение, 元のメッセージ, 原始邮件, 원본 메시지, forwarded message, weitergeleitete nachricht, reply message",
);

/** The copy of a mail begins below. */
const COPY_BEGINS = [
  new RegExp(`^\\s*-{2,}\\s*${ORIGINAL}\\s*-{2,}`, 'iu'),
  /^\s*(begin forwarded message|anfang der weitergeleiteten nachricht)\s*:/i,
];
/** Outlook draws it above its headers; people draw lines, too. */
const RULE = /^\s*_{10,}\s*$/;
const MAX_RULE_LINES = 3;
const SIGNATURE = '-- ';
/** Programs strip its space; people draw lines. */
const STRIPPED_SIGNATURE = '--';
const MAX_SIGNATURE_LINES = 8;
/** Mail programs write one of these above the mail that is answered. */
const ATTRIBUTION = new RegExp(`^${ON}(?!\\p{L}).{0,200}(?<!\\p{L})${WROTE}(?!\\p{L}).{0,120}:$`, 'iu');
const WROTE_OR_TIME = new RegExp(`(?<!\\p{L})${WROTE}(?!\\p{L})|\\d[.:h]\\d\\d`, 'iu');
/** Outlook's block of headers; GMX and Web.de begin with the date. */
const header = (words: string) => new RegExp(`^\\s*\\*?${words}\\s*[:：]\\*?\\s*\\S`, 'iu');
const FROM_LINE = header(FROM);
const SENT_LINE = header(SENT);
/** Forms list dates, names and addresses, too, and people copy them. */
const SUBJECT_LINE = new RegExp(`^\\s*\\*?${SUBJECT}\\s*[:：]`, 'iu');
const LABELED = /^\s*\*?[\p{L} .-]{2,30}[:：]\*?\s*\S/u;
const MIN_LABELED = 3;
const MAX_HEADER_LINES = 8;
const QUOTED = /^\s*>/;
/** Short, and below an empty line: a report could begin with the same words. */
const SENT_FROM = new RegExp(
  `^\\s*${anyOf(
    'sent from my, sent from mail(?:<\\S+>)? for, sent (?:from|with) (?:outlook|yahoo|proton|samsung), von (?:meinem|meiner|outlook|yahoo)(?:/meiner)? .+ gesendet, gesendet von, gesendet mit .*mail(?:[ -]app)?\\.?$, get outlook for, outlook für .+ beziehen, holen sie sich outlook, .*outlook.*<https?://aka\\.ms/, envoyé de mon, enviado desde mi, enviado do meu, inviato da, verstuurd vanaf, verzonden vanaf, sendt fra, skickat från, wysłane z, odesláno z, отправлено с, iphoneから送信, 发自我的, 나의 .+에서 보냄',
  )}`,
  'iu',
);
const MAX_SENT_FROM_WORDS = 6;
const MAX_SENT_FROM_LENGTH = 200;
/** Longer, as K-9, GMX and Web.de write them. */
const SENT_WITH =
  /^\s*(sent from my|gesendet von meinem|diese nachricht wurde von meinem) .{1,40} (with|mit) \S{1,20} mail( gesendet)?\.?( please excuse my brevity\.)?\s*$/i;
/** Gmail puts them into its attribution, also behind the colon. */
const DIRECTION_MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const isShort = (line: string) => !line.includes(',') && line.trim().split(/\s+/).length <= MAX_SENT_FROM_WORDS;
const isSentFrom = (line: string, above = ''): boolean =>
  !above.trim() &&
  line.length <= MAX_SENT_FROM_LENGTH &&
  (SENT_WITH.test(line) || (SENT_FROM.test(line) && isShort(line)));

const hasOurLink = (line: string) => line.includes(`${setting('BASE_URL')}/api/`);
/** As our mails write it, alone or after its label and a colon, also if a program adds brackets. */
const isOurLink = (line: string) => hasOurLink(line) && /(^|[:<([])\s*https?:\/\/\S+$/.test(line.trim());

const namesUs = (text: string, mark = ''): boolean => {
  const own = ownAddress();
  return own !== undefined && text.toLowerCase().includes(mark + own);
};

const isHeader = (lines: readonly string[], at: number): boolean => {
  const line = lines[at] ?? '';
  const block = lines.slice(at, at + MAX_HEADER_LINES);
  const labeled = () => block.filter((next) => LABELED.test(next)).length;
  // In any language: no one writes our address in brackets by hand.
  if (LABELED.test(line) && namesUs(line, '<') && labeled() >= MIN_LABELED) return true;
  if (!FROM_LINE.test(line) && !SENT_LINE.test(line)) return false;
  return [FROM_LINE, SENT_LINE, SUBJECT_LINE, /@/].every((pattern) => block.some((next) => pattern.test(next)));
};

const isByDate = (text: string) => text.length <= MAX_ATTRIBUTION && /\d/.test(text) && ATTRIBUTION.test(text);
/** In any language: it names the sender of our mails. */
const isByUs = (text: string) =>
  text.length <= MAX_ATTRIBUTION && namesUs(text) && /[:：]$/.test(text) && WROTE_OR_TIME.test(text);

/** Its lines, since it may be broken into two. */
const attributionAt = (lines: readonly string[], at: number): string[] => {
  const [first = '', second = ''] = lines.slice(at, at + 2).map((line) => line.trim());
  if (isByDate(first) || isByUs(first)) return [first];
  if (isByDate(second)) return [];
  const both = `${first} ${second}`;
  const isBroken = isByDate(both) ? /\d/.test(first) : isByUs(both) && !isByUs(second);
  return isBroken ? [first, second] : [];
};

const isCopy = (lines: readonly string[], at: number): boolean => {
  const line = lines[at] ?? '';
  if (COPY_BEGINS.some((pattern) => pattern.test(line)) || isHeader(lines, at)) return true;
  if (!RULE.test(line)) return false;
  const below = lines.slice(at + 1, at + 1 + MAX_RULE_LINES).findIndex((next) => next.trim() !== '');
  return below >= 0 && isHeader(lines, at + 1 + below);
};

const isSignature = (lines: readonly string[], at: number): boolean => {
  if (lines[at] !== STRIPPED_SIGNATURE) return lines[at] === SIGNATURE;
  const below = lines.slice(at + 1);
  const copy = below.findIndex((line) => QUOTED.test(line));
  const own = copy < 0 ? below : below.slice(0, copy);
  return own.filter((line) => line.trim() !== '').length <= MAX_SIGNATURE_LINES;
};

/** The first line of a copy whose lines aren't marked; else the number of lines. */
const startOfCopy = (lines: readonly string[]): number => {
  const copy = lines.findIndex((_, at) => isCopy(lines, at));
  const isMarked = lines.some((line) => QUOTED.test(line) && hasOurLink(line));
  // If the copy is marked or has headers, a link above it is one that the writer pasted.
  const link = copy >= 0 || isMarked ? -1 : lines.findIndex((line) => !QUOTED.test(line) && isOurLink(line));
  const last = lines.slice(0, Math.max(link, 0)).findLastIndex((_, at) => attributionAt(lines, at).length > 0);
  const attribution = attributionAt(lines, last - 1).length === 2 ? last - 1 : last;
  const end = Math.min(...[copy, link, attribution].filter((at) => at >= 0), lines.length);
  const signature = lines.slice(0, end).findIndex((_, at, own) => isSignature(own, at));
  return signature < 0 ? end : signature;
};

const firstWords = (lines: readonly string[]): string => lines.find((line) => line.trim() !== '') ?? '';

const isOwn = (line: string) => line.trim() !== '' && !QUOTED.test(line);

/** From where on marked lines are a copy; above it they are the writer's own, such as code or a part of our mail. */
const startOfQuotation = (all: readonly string[], lines: readonly string[]): number => {
  const marked = lines.findIndex((_, at) => {
    const { length } = attributionAt(lines, at);
    return length > 0 && QUOTED.test(firstWords(lines.slice(at + length)));
  });
  if (marked >= 0) return marked;
  const isCopied = all.some((line) => QUOTED.test(line) && hasOurLink(line));
  return isCopied || !lines.some(isOwn) ? 0 : lines.length;
};

/** The writer's lines above, within and below the mail that they answer. */
export const ownWords = (text: string): string => {
  const all = text.replace(DIRECTION_MARKS, '').replace(/\r\n?/g, '\n').split('\n').slice(0, MAX_LINES);
  const lines = all.slice(0, startOfCopy(all));
  const quotation = startOfQuotation(all, lines);
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (QUOTED.test(line) && at >= quotation) continue;
    const attribution = attributionAt(lines, at);
    // Without marks below, a sentence could be meant: “On May 3 at 10:00 the support wrote:”.
    const isMarked = QUOTED.test(firstWords(lines.slice(at + attribution.length)) || '>');
    if (attribution.length === 0 || (!isMarked && !isByUs(attribution.join(' ')))) kept.push(line);
    else if (!isMarked && kept.some((own) => own.trim() !== '')) break;
    else at += attribution.length - 1;
  }
  while (kept.length > 0 && (!kept.at(-1)?.trim() || isSentFrom(kept.at(-1) ?? '', kept.at(-2)))) kept.pop();
  return kept
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
};
