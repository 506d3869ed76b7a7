import { type Cue, writeCues } from './cues.ts';
import { type Reading, toReading } from './reading.ts';
import { readPlain } from './text.ts';

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

/** The cues of WebVTT or SubRip; undefined for a text that is neither. */
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

/** WebVTT, SubRip, or a text as it is. */
export const readTranscript = (source: string): Reading => {
  const cues = parseCues(source);
  const language =
    /^Language:[^\S\n]*([A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*)[^\S\n]*$/m.exec(source.slice(0, 1000))?.[1] ?? null;
  if (cues) return toReading({ title: titleOf(source), language, text: writeCues(cues) });
  return readPlain(source);
};
