import { Check, RotateCcw, ShieldAlert, TriangleAlert } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../kit/button.tsx';
import { Select } from '../../../kit/form.tsx';
import { useKeys } from '../../../kit/shortcuts.ts';
import { t } from '../../../words/messages.ts';
import { STATUSES } from '../../../words/note-enums.generated.ts';
import { useChangeNote } from '../change-notes.ts';
import { type Note, usePeople } from '../data.ts';
import { DueDay, Labels, Priority } from './plan.tsx';

/** The only place that shows and changes it; the button is the choice that most notes end with. */
const Status = ({ note }: { note: Note }) => {
  const select = useRef<HTMLSelectElement>(null);
  const { change, isPending } = useChangeNote(note);
  const isOpen = note.status !== 'resolved';
  const turn = () => {
    if (!isPending) change({ status: isOpen ? 'resolved' : 'pending' });
  };
  useKeys({
    e: turn,
    s: () => {
      const { current } = select;
      if (!current || current.disabled) return;
      current.focus();
      // If the browser can't open it, the arrow keys choose.
      current.showPicker?.();
    },
  });
  return (
    <div className="row tight note-status">
      <label className="row tight labeled" htmlFor="note-status">
        <span>{t('inbox.status')}</span>
        <Select
          id="note-status"
          ref={select}
          value={note.status}
          options={STATUSES.map((one) => [one, t(`inbox.status.${one}`)])}
          disabled={isPending}
          onChange={(status) => change({ status })}
        />
      </label>
      <Button look={isOpen ? 'primary' : ''} icon={isOpen ? Check : RotateCcw} disabled={isPending} onClick={turn}>
        {t(isOpen ? 'inbox.resolve' : 'inbox.reopen')}
      </Button>
    </div>
  );
};

/** A guest doesn't see other members' names, only whether the note is assigned. */
const Assignee = ({ note }: { note: Note }) => {
  const { me, others, nameOf } = usePeople();
  const { change, isPending } = useChangeNote(note);
  const assignee = note.assignee_id ?? '';
  const allowed = others.filter(({ id, sees }) => id === assignee || sees(note.site_id));
  const isKnown = assignee === '' || nameOf(assignee) !== undefined;
  return (
    <label className="row tight labeled" htmlFor="note-assignee">
      <span>{t('inbox.assignee')}</span>
      <Select
        id="note-assignee"
        value={assignee}
        options={[
          ['', t('inbox.assignee.nobody')],
          ...(isKnown ? [] : [[assignee, t('note.assignee.other')] as const]),
          [me, t('note.assignee.me', { name: nameOf(me) ?? '' })],
          ...allowed.map(({ id, label }) => [id, label] as const),
        ]}
        disabled={isPending}
        onChange={(id) => change({ assignee_id: id || null })}
      />
    </label>
  );
};

export const NoteBar = ({ note }: { note: Note }) => (
  <div className="row note-bar">
    <Status note={note} />
    <Assignee note={note} />
    <Priority note={note} />
    <DueDay note={note} />
    <Labels note={note} />
  </div>
);

export const RiskBanner = ({ note }: { note: Note }) => {
  if (note.risks.length === 0) return null;
  return (
    <section className="row callout" aria-label={t('note.risks')}>
      <TriangleAlert aria-hidden="true" />
      <div>
        {note.risks.map((risk) => (
          <p key={risk}>{t(`inbox.risk.${risk}`)}</p>
        ))}
        <p className="fine">{t('note.risks.meaning')}</p>
      </div>
    </section>
  );
};

export const QuarantineBanner = ({ note }: { note: Note }) => {
  const { change, isPending } = useChangeNote(note);
  if (!note.quarantine) return null;
  return (
    <section className="row callout quarantine" aria-label={t('note.quarantine')}>
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
      <Button disabled={isPending} onClick={() => change({ quarantined: false })}>
        {t('note.quarantine.release')}
      </Button>
    </section>
  );
};
