import './duplicates.css';
import { useQuery } from '@tanstack/react-query';
import { Merge } from 'lucide-react';
import type { OutputOf } from '../../../../client/index.ts';
import { Button } from '../../../kit/button.tsx';
import { Time } from '../../../kit/formats.tsx';
import { Link } from '../../../kit/router/link.tsx';
import { ErrorNote } from '../../../kit/states.tsx';
import { t } from '../../../words/messages.ts';
import { useNoteChanges } from '../change-notes.ts';
import { type Note, useNoteQueries } from '../data.ts';
import { type NoteRow, rowOf } from '../note-list.ts';
import { StatusTag } from '../tags.tsx';

type Suggestion = OutputOf<'listDuplicates'>['suggestions'][number];

/** The one that more people reported, then the older one. */
const originalFirst = (one: NoteRow, other: NoteRow) => {
  const more = (other.duplicate_count ?? 0) - (one.duplicate_count ?? 0);
  return more || (one.id < other.id ? -1 : 1);
};

const Report = ({ note }: { note: NoteRow }) => (
  <span>
    <Link to="/inbox/$annotationId" params={{ annotationId: note.id }} dir="auto">
      {note.excerpt}
    </Link>
    <span className="fine">
      <bdi>{note.submitter.name || t('inbox.anonymous')}</bdi> · <Time at={note.created_at} />
    </span>
  </span>
);

const Suggested = ({ note, other }: { note: NoteRow; other: Suggestion }) => {
  const { change, progress } = useNoteChanges();
  const isThisFirst = originalFirst(note, other) < 0;
  const [original, duplicate] = isThisFirst ? [note, other] : [other, note];
  const isBothMerged = (duplicate.duplicate_count ?? 0) > 0;
  const merge = () =>
    void change([duplicate], { status: 'duplicate', duplicate_of: original.id }, { isExplained: true });
  const words = t(isThisFirst ? 'note.merge.here' : 'note.merge.into');
  return (
    <li className="row spread duplicate">
      <Report note={other} />
      <span className="row tight">
        <span className="tag">{t(`note.duplicates.${other.same}`)}</span>
        <StatusTag status={other.status} />
        {!isBothMerged && (
          <Button icon={Merge} title={words} disabled={progress !== undefined} onClick={merge}>
            {t('note.merge')}
            <span className="visually-hidden">: {words}</span>
          </Button>
        )}
      </span>
    </li>
  );
};

export const Duplicates = ({ note }: { note: Note }) => {
  const { data, error, refetch } = useQuery(useNoteQueries().duplicates(note.id));
  if (error && !data) return <ErrorNote error={error} retry={refetch} />;
  if (!data || data.duplicates.length + data.suggestions.length === 0) return null;
  const { duplicates, suggestions } = data;
  return (
    <section className="card stack duplicates" aria-labelledby="duplicates">
      {duplicates.length > 0 && (
        <>
          <h2 id="duplicates">{t('inbox.reports', { count: duplicates.length + 1 })}</h2>
          <p className="fine">{t('note.duplicates.told')}</p>
          <ul className="stack tight">
            {duplicates.map((one) => (
              <li key={one.id} className="row spread duplicate">
                <Report note={one} />
              </li>
            ))}
          </ul>
        </>
      )}
      {suggestions.length > 0 && (
        <>
          <h2 id={duplicates.length > 0 ? undefined : 'duplicates'}>{t('note.duplicates')}</h2>
          <p className="fine">{t('note.duplicates.lead')}</p>
          <ul className="stack tight">
            {suggestions.map((other) => (
              <Suggested key={other.id} note={rowOf(note)} other={other} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
};
