export interface Cue {
  /** In seconds. */
  start: number;
  end: number;
  speaker: string | null;
  text: string;
}

/** A silence this long starts a new paragraph. */
const LONG_PAUSE_S = 4;
const LONG_PARAGRAPH = 600;

const clock = (time: number): string => {
  const [hours, minutes, rest] = [Math.floor(time / 3600), Math.floor(time / 60) % 60, Math.floor(time) % 60];
  const two = (part: number) => String(part).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${two(minutes)}:${two(rest)}`;
};

/** Cues as paragraphs: who speaks, and when each begins. */
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
      // Captions that roll repeat the line before.
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
