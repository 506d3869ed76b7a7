import { RENDER_LIMITS, type RenderedPage } from './rendered.ts';

/** Lambda answers with 6 MB at most. */
export const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
/** More than a review reads. */
const MIN_HTML_BYTES = 1024 * 1024;

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** In bytes of JSON. */
const cutTo = (most: number, text: string): string => {
  let kept = text;
  for (let bytes = bytesOf(kept); bytes > most; bytes = bytesOf(kept))
    kept = kept.slice(0, Math.floor((kept.length * most) / bytes)).toWellFormed();
  return kept;
};

/** Drops the largest parts until the rest can be sent. Reviews need the document, so only its end is cut. */
export const fitAnswer = (page: RenderedPage): RenderedPage => {
  const rest = { ...page };
  for (const part of ['candidates', 'html', 'visual_checks', 'checks', 'measurements'] as const) {
    const over = bytesOf({ ...rest, limits: RENDER_LIMITS }) - MAX_ANSWER_BYTES;
    if (over <= 0) break;
    const whole = rest[part];
    if (part !== 'html') delete rest[part];
    else if (rest.html) rest.html = cutTo(Math.max(MIN_HTML_BYTES, bytesOf(rest.html) - over), rest.html);
    const limit = part === 'html' ? ('html' as const) : ('answer' as const);
    if (rest[part] !== whole) rest.limits = [...new Set([...rest.limits, limit])];
  }
  return rest;
};
