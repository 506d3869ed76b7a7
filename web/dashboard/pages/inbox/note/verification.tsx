import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ScanEye } from 'lucide-react';
import { Button } from '../../../kit/button.tsx';
import { formatCount, Time } from '../../../kit/formats.tsx';
import { Said } from '../../../kit/said.tsx';
import { ErrorNote } from '../../../kit/states.tsx';
import { useWorkspace } from '../../../session/workspace.tsx';
import { t } from '../../../words/messages.ts';
import { type Note, useNoteQueries } from '../data.ts';
import { BeforeAfter } from './before-after.tsx';
import { LastingPicture } from './picture.tsx';

type Verification = NonNullable<Note['verification']>;

/** The page's own words and measures. */
const ElementNow = ({ element }: { element: NonNullable<Verification['element']> }) => {
  const { text, name, width, height, beyond_x } = element;
  const words = text || name;
  const sides = { width: formatCount(Math.round(width)), height: formatCount(Math.round(height)) };
  return (
    <dl className="stack close">
      {words && (
        <div>
          <dt className="fine">{t('note.verify.reads')}</dt>
          <dd dir="auto">{words}</dd>
        </div>
      )}
      <div>
        <dt className="fine">{t('note.verify.size')}</dt>
        <dd className={beyond_x > 0 ? 'field-error' : undefined}>
          {beyond_x > 0
            ? t('note.verify.size.beyond', { ...sides, beyond: formatCount(beyond_x) })
            : t('note.verify.size.within', sides)}
        </dd>
      </div>
    </dl>
  );
};

const Result = ({ verification, before }: { verification: Verification; before: string | null }) => {
  const { state, anchor, element, reason, reason_codes, picture, checked_at } = verification;
  return (
    <div className="card stack verification">
      <p role="status">
        <strong>{t(`note.verify.${state}`)}</strong>{' '}
        {anchor === 'moved' && <span className="fine">{t('note.verify.moved')}</span>}
      </p>
      {state === 'unchanged' && <p className="field-error">{t('note.verify.warning')}</p>}
      {reason && (
        <p className="fine">
          <Said text={reason} codes={reason_codes} />
        </p>
      )}
      {picture && before && <BeforeAfter before={before} after={picture} />}
      {picture && !before && <LastingPicture className="framed only-picture" url={picture} alt={t('inbox.after')} />}
      {element && <ElementNow element={element} />}
      {checked_at && (
        <p className="fine">
          <Time at={checked_at} />
        </p>
      )}
    </div>
  );
};

/** How the element looks to the service's browser since the note was resolved. */
export const NoteVerification = ({ note }: { note: Note }) => {
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const { queryKey } = useNoteQueries().one(note.id);
  const { verification } = note;
  const check = useMutation({
    mutationFn: () => service.verifyAnnotation({ annotation_id: note.id }),
    onSuccess: (made) => {
      queries.setQueryData(queryKey, (known: Note | undefined) => known && { ...known, verification: made });
      void queries.invalidateQueries({ queryKey: [...queryKey, 'audit'] });
    },
  });
  const mayCheck = workspace.role !== 'GUEST' && note.anchor.kind !== 'page';
  if (!verification && !(mayCheck && note.status === 'resolved')) return null;
  const isChecking = verification?.state === 'checking';
  return (
    <section className="stack" aria-labelledby="verification">
      <div className="row spread">
        <h2 id="verification">{t('note.verify')}</h2>
        {mayCheck && (
          <Button icon={ScanEye} disabled={isChecking || check.isPending} onClick={() => check.mutate()}>
            {t(verification ? 'note.verify.again' : 'note.verify.start')}
          </Button>
        )}
      </div>
      {check.error && <ErrorNote error={check.error} />}
      {verification && <Result verification={verification} before={note.screenshot_url} />}
    </section>
  );
};
