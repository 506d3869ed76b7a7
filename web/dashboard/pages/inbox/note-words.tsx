import { readablePath } from '../../kit/address.ts';
import { useText } from '../../words/messages.ts';
import { Marked } from './marked.tsx';
import { spansIn } from './matching.ts';
import type { NoteRow } from './note-list.ts';

/** A note's text, author and page. Shows matches in text that the summary hides. */
export const NoteWords = ({ note, words }: { note: NoteRow; words: readonly string[] }) => {
  const t = useText();
  const { summary, excerpt, submitter, page_url } = note;
  return (
    <span className="note-row-text">
      <span className="excerpt" dir="auto">
        <Marked text={summary || excerpt} words={words} />
      </span>
      {summary && spansIn(excerpt, words).length > 0 && (
        <span className="excerpt beneath" dir="auto">
          <Marked text={excerpt} words={words} />
        </span>
      )}
      <span className="fine note-row-meta">
        <span className="by" dir="auto">
          <Marked text={submitter.name || t('inbox.anonymous')} words={submitter.name ? words : []} />
        </span>
        <span className="path" dir="ltr">
          <Marked text={readablePath(page_url)} words={words} />
        </span>
      </span>
    </span>
  );
};
