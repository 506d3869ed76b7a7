import { ShieldAlert } from 'lucide-react';
import { useText } from '../../../words/messages.ts';
import type { Note } from '../data.ts';
import { useChangeNote } from './data.ts';

export const QuarantineBanner = ({ note }: { note: Note }) => {
  const t = useText();
  const { change, isPending } = useChangeNote(note);
  if (!note.quarantine) return null;
  return (
    <section className="callout quarantine" aria-label={t('note.quarantine')}>
      <ShieldAlert aria-hidden="true" />
      <div>
        <p>
          <strong>{t('note.quarantine')}</strong>
        </p>
        <ul>
          {note.quarantine.map((reason) => (
            <li key={reason}>{t(`note.quarantine.${reason}`)}</li>
          ))}
        </ul>
        <p className="fine">{t('note.quarantine.meaning')}</p>
      </div>
      <button type="button" className="button" disabled={isPending} onClick={() => change({ quarantined: false })}>
        {t('note.quarantine.release')}
      </button>
    </section>
  );
};
