import { type FormEvent, useState } from 'react';
import { Dialog } from '../../kit/dialog.tsx';
import { TextArea } from '../../kit/field.tsx';
import { LIMITS } from '../../words/limits.generated.ts';
import { useText } from '../../words/messages.ts';

interface Props {
  title: string;
  isRunning: boolean;
  reject: (note: string) => void;
  onClose: () => void;
}

export const RejectDialog = ({ title, isRunning, reject, onClose }: Props) => {
  const t = useText();
  const [note, setNote] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    reject(note.trim());
  };
  return (
    <Dialog title={t('admin.reject.title', { title })} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <TextArea
          label={t('admin.reject.note')}
          hint={t('admin.reject.note.hint', { most: LIMITS.rejectShowcase.note })}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          maxLength={LIMITS.rejectShowcase.note}
          required
          autoFocus
        />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {t('common.cancel')}
          </button>
          <button type="submit" className="button danger" disabled={isRunning || note.trim() === ''}>
            {t('admin.reject')}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
