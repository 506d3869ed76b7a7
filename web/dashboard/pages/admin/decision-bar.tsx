import { Check, SkipForward, X } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { useStoredText } from '../../kit/drafts.ts';
import { Form, TextArea } from '../../kit/form.tsx';
import { useKeys, useSingleKeys } from '../../kit/shortcuts.ts';
import { LIMITS } from '../../words/limits.generated.ts';
import { t } from '../../words/messages.ts';
import type { Submission } from './data.ts';
import { publicPageOf, rejectionKey, useDecide, useGoOn } from './queue.ts';

interface RejectProps {
  submission: Submission;
  decide: ReturnType<typeof useDecide>;
  onClose: () => void;
}

export const RejectDialog = ({ submission: { review_id, title }, decide, onClose }: RejectProps) => {
  const { mutate, isPending } = decide;
  const [text, setText] = useStoredText(rejectionKey(review_id));
  const note = text.trim();
  const cancel = () => {
    setText('');
    onClose();
  };
  return (
    <Dialog title={t('admin.reject.title', { title })} onClose={cancel} held={isPending}>
      <Form
        inDialog
        action={t('admin.reject')}
        look="danger"
        isDisabled={note === ''}
        isRunning={isPending}
        onSubmit={() => mutate({ to: 'rejected', note }, { onSuccess: onClose })}
        onCancel={cancel}
      >
        <TextArea
          label={t('admin.reject.note')}
          hint={t('admin.reject.note.hint', { most: LIMITS.rejectShowcase.note })}
          value={text}
          onChange={({ target }) => setText(target.value)}
          maxLength={LIMITS.rejectShowcase.note}
          required
          autoFocus
        />
      </Form>
    </Dialog>
  );
};

const KeyButton = ({ shortcut, children, ...button }: ComponentProps<typeof Button> & { shortcut: string }) => {
  const isOn = useSingleKeys();
  if (!isOn) return <Button {...button}>{children}</Button>;
  return (
    <Button {...button} aria-keyshortcuts={shortcut}>
      {children}{' '}
      <span className="key" aria-hidden="true">
        {shortcut}
      </span>
    </Button>
  );
};

export const DecisionBar = ({ submission }: { submission: Submission }) => {
  const { review_id, slug } = submission;
  const decide = useDecide(submission);
  const { mutate, isPending } = decide;
  const { hasNext, goOn } = useGoOn(review_id);
  const [isRejecting, setRejecting] = useState(false);
  const approve = () => {
    if (!isPending) mutate({ to: 'approved' });
  };
  useKeys({ a: approve, x: () => setRejecting(true), n: goOn });
  return (
    <section className="row spread decision" aria-label={t('admin.decide')}>
      <p className="fine">
        {t('admin.decide.what')} <code>{publicPageOf(slug)}</code>
      </p>
      <div className="row">
        {hasNext && (
          <KeyButton shortcut="n" look="quiet" icon={SkipForward} onClick={goOn}>
            {t('admin.skip')}
          </KeyButton>
        )}
        <KeyButton shortcut="x" look="danger-quiet" icon={X} disabled={isPending} onClick={() => setRejecting(true)}>
          {t('admin.reject')}
        </KeyButton>
        <KeyButton shortcut="a" look="primary" icon={Check} disabled={isPending} onClick={approve}>
          {t('admin.approve')}
        </KeyButton>
      </div>
      {isRejecting && <RejectDialog submission={submission} decide={decide} onClose={() => setRejecting(false)} />}
    </section>
  );
};
