import { spansIn } from './matching.ts';

/** A text with the search terms highlighted. */
export const Marked = ({ text, words }: { text: string; words: readonly string[] }) => {
  if (words.length === 0) return text;
  const spans = spansIn(text, words);
  return (
    <>
      {spans.map(([from, to], index) => (
        <span key={from}>
          {text.slice(spans[index - 1]?.[1] ?? 0, from)}
          <mark>{text.slice(from, to)}</mark>
        </span>
      ))}
      {text.slice(spans.at(-1)?.[1] ?? 0)}
    </>
  );
};
