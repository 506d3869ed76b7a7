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
      // Rolling captions repeat the line before.
      if (last.words.at(-1) !== cue.text) last.words.push(cue.text);
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

const plain = (line: string) =>
  line
    .replace(/<[^<>]{0,200}>|\{\\[^{}]{0,100}\}/g, '')
    .replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();

const spoken = (lines: readonly string[]): Pick<Cue, 'speaker' | 'text'> => {
  const [, voice] = /<v(?:\.[^\s>]*)?\s+([^<>]{1,80})>/.exec(lines[0] ?? '') ?? [];
  const text = lines.map(plain).filter(Boolean).join(' ');
  const [all = '', before = ''] = voice ? [] : (/^([\p{Lu}][\p{L}\p{N} .'’-]{0,40}):\s+(?=\S)/u.exec(text) ?? []);
  return { speaker: voice ? plain(voice) : before.trim() || null, text: text.slice(all.length) };
};

const parseCues = (source: string): Cue[] | undefined => {
  const blocks = source
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n+/);
  const cues = blocks.flatMap((block): Cue[] => {
    const lines = block.split('\n');
    const at = lines.slice(0, 3).findIndex((line) => TIMES.test(line));
    const [, start = '', end = ''] = TIMES.exec(lines[at] ?? '') ?? [];
    if (!start || /^(?:NOTE|STYLE|REGION)\b/.test(lines[0] ?? '')) return [];
    const said = spoken(lines.slice(at + 1));
    return said.text ? [{ start: seconds(start), end: seconds(end), ...said }] : [];
  });
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
