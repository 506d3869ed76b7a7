import { type Reading, toReading } from './reading.ts';
import { readPlain } from './text.ts';

export interface Cue {
  /** In seconds. */
  start: number;
  end: number;
  speaker: string | null;
  text: string;
}

const LONG_PAUSE_S = 4;
const LONG_PARAGRAPH = 600;

const clock = (time: number): string => {
  const [hours, minutes, rest] = [Math.floor(time / 3600), Math.floor(time / 60) % 60, Math.floor(time) % 60];
  const two = (part: number) => String(part).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${two(minutes)}:${two(rest)}`;
};

export const writeCues = (cues: readonly Cue[]): string => {
  const paragraphs: (Cue & { words: string[]; length: number })[] = [];
  for (const cue of cues) {
    const last = paragraphs.at(-1);
    const isSame = last && (cue.speaker === null || cue.speaker === last.speaker);
    const isPast =
      last &&
      (cue.start - last.end > LONG_PAUSE_S ||
        (last.length > LONG_PARAGRAPH && /[.!?…]["'”’]?$/.test(last.words.at(-1) ?? '')));
    if (isSame && !isPast) {
      last.words.push(cue.text);
      last.length += cue.text.length;
      last.end = Math.max(last.end, cue.end);
    } else {
      const speaker = cue.speaker ?? last?.speaker ?? null;
      paragraphs.push({ ...cue, speaker, words: [cue.text], length: cue.text.length });
    }
  }
  return paragraphs
    .map(({ start, speaker, words }, index) => {
      const isNew = speaker !== null && speaker !== paragraphs[index - 1]?.speaker;
      return `[${clock(start)}] ${isNew ? `${speaker}: ` : ''}${words.join(' ')}`;
    })
    .join('\n\n');
};

const TIMES = /^\s*((?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3})\s*-->\s*((?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3})/;
const seconds = (time: string): number =>
  time
    .replace(',', '.')
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0);

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '' };

/** Of WebVTT and of players of SubRip: other brackets are text. */
const TAGS = /<\/?(?:[bcisuv]|br|rt|ruby|lang|font)(?:[.\s/][^<>]{0,200})?>|<[\d:.]{5,20}>|\{\\[^{}]{0,100}\}/gi;

const plain = (line: string) =>
  line
    .replace(TAGS, '')
    .replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();

interface Timed {
  start: number;
  end: number;
  lines: string[];
}

const COMMENT = /^(?:NOTE(?:\s|$)|(?:STYLE|REGION)\s*$)/;

/** A cue's lines go on until the next line of times: some files have empty lines within cues, or none between them. */
const timedLines = (source: string): Timed[] => {
  const lines = source
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n');
  const found: Timed[] = [];
  let isComment = false;
  for (const [at, line] of lines.entries()) {
    const [, start, end] = TIMES.exec(line) ?? [];
    if (line === '') isComment = false;
    else if (lines[at - 1] === '' && COMMENT.test(line)) isComment = true;
    if (start && end) {
      const hasId = /^\d+\s*$/.test(lines[at - 1] ?? '') || lines[at - 2] === '';
      if (hasId) found.at(-1)?.lines.pop();
      found.push({ start: seconds(start), end: seconds(end), lines: [] });
      isComment = false;
    } else if (!isComment) found.at(-1)?.lines.push(line);
  }
  return found;
};

const MAX_ROLLING = 4;
const ROLLING_PAUSE_S = 0.1;
/** Another speaker's line: it may repeat the one before. */
const TURN = /^[-–—]/;

/** Rolling captions begin with lines that were shown just before. */
const repeatedLines = (shown: readonly string[], before: readonly string[]): number => {
  for (let count = Math.min(shown.length, before.length, MAX_ROLLING); count > 0; count -= 1)
    if (before.slice(-count).every((line, at) => line === shown[at] && !TURN.test(line))) return count;
  return 0;
};

const SPEAKER = /^(\p{Lu}[\p{L}\p{N}.'’-]{0,30}(?: [\p{Lu}\p{N}][\p{L}\p{N}.'’-]{0,30}){0,3}):\s+(?=\S)/u;

const parseCues = (source: string): Cue[] | undefined => {
  const cues: Cue[] = [];
  let last = { voice: '', shown: [] as string[], end: 0 };
  for (const { start, end, lines } of timedLines(source)) {
    const first = lines.find((line) => line.trim() !== '') ?? '';
    const voice = plain(/<v(?:\.[^\s>]*)?\s+([^<>]{1,80})>/.exec(first)?.[1] ?? '');
    const shown = lines.map(plain).filter(Boolean);
    const isRolling = (voice === '' || voice === last.voice) && start - last.end <= ROLLING_PAUSE_S;
    const text = shown.slice(isRolling ? repeatedLines(shown, last.shown) : 0).join(' ');
    const before = cues.at(-1);
    if (text) {
      const [all = '', name = ''] = voice ? [] : (SPEAKER.exec(text) ?? []);
      cues.push({ start, end, speaker: voice || name || null, text: text.slice(all.length) });
    } else if (before && shown.length > 0) before.end = Math.max(before.end, end);
    if (shown.length > 0) last = { voice, shown, end };
  }
  return cues.length > 0 ? cues : undefined;
};

const titleOf = (source: string) =>
  /^WEBVTT[^\S\n]+-?[^\S\n]*(\S[^\n]{0,200})/.exec(source.replace(/^\ufeff/, ''))?.[1] ?? null;

export const readTranscript = (source: string): Reading => {
  const cues = parseCues(source);
  const language =
    /^Language:[^\S\n]*([A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*)[^\S\n]*$/m.exec(source.slice(0, 1000))?.[1] ?? null;
  if (cues) return toReading({ title: titleOf(source), language, text: writeCues(cues) });
  return readPlain(source);
};
