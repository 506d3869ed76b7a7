import { Check, SkipForward, X } from 'lucide-react';
import { useState } from 'react';
import { useKeys } from '../../kit/shortcuts.ts';
import { useText } from '../../words/messages.ts';
import type { Submission } from './data.ts';
import { publicPageOf, useDecide, useGoOn } from './queue.ts';
import { RejectDialog } from './reject-dialog.tsx';

/** Approve and reject; stays visible while scrolling. */
export const DecisionBar = ({ submission }: { submission: Submission }) => {
  const t = useText();
  const { review_id, title, slug } = submission;
  const { mutate, isPending } = useDecide(submission);
  const { hasNext, goOn } = useGoOn(review_id);
  const [isRejecting, setRejecting] = useState(false);
  const approve = () => {
    if (!isPending) mutate({ to: 'approved' });
  };
  useKeys({ a: approve, x: () => setRejecting(true), n: goOn });
  return (
    <section className="decision" aria-label={t('admin.decide')}>
      <p className="fine">
        {t('admin.decide.what')} <code>{publicPageOf(slug)}</code>
      </p>
      <div className="row">
        {hasNext && (
          <button type="button" className="button quiet" aria-keyshortcuts="n" onClick={goOn}>
            <SkipForward aria-hidden="true" /> {t('admin.skip')}{' '}
            <span className="key" aria-hidden="true">
              n
            </span>
          </button>
        )}
        <button
          type="button"
          className="button danger-quiet"
          aria-keyshortcuts="x"
          disabled={isPending}
          onClick={() => setRejecting(true)}
        >
          <X aria-hidden="true" /> {t('admin.reject')}{' '}
          <span className="key" aria-hidden="true">
            x
          </span>
        </button>
        <button type="button" className="button primary" aria-keyshortcuts="a" disabled={isPending} onClick={approve}>
          <Check aria-hidden="true" /> {t('admin.approve')}{' '}
          <span className="key" aria-hidden="true">
            a
          </span>
        </button>
      </div>
      {isRejecting && (
        <RejectDialog
          title={title}
          isRunning={isPending}
          reject={(note) => mutate({ to: 'rejected', note }, { onSuccess: () => setRejecting(false) })}
          onClose={() => setRejecting(false)}
        />
      )}
    </section>
  );
};
