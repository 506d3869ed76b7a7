import { useRef } from 'react';
import { useKeys } from '../../../kit/shortcuts.ts';
import { STATUSES } from '../../../words/enums.generated.ts';
import { useText } from '../../../words/messages.ts';
import type { Note } from '../data.ts';
import { useChangeNote } from './data.ts';

/** `s` opens it. */
export const StatusSelect = ({ note }: { note: Note }) => {
  const t = useText();
  const select = useRef<HTMLSelectElement>(null);
  const { change, isPending } = useChangeNote(note);
  useKeys({
    s: () => {
      const { current } = select;
      if (!current || current.disabled) return;
      current.focus();
      // If the browser can't open it, the arrow keys choose.
      current.showPicker?.();
    },
  });
  return (
    <label className="labelled">
      <span>{t('inbox.status')}</span>
      <span className="select">
        <select
          ref={select}
          value={note.status}
          disabled={isPending}
          onChange={({ target }) => {
            const to = STATUSES.find((one) => one === target.value);
            if (to) change({ status: to });
          }}
        >
          {STATUSES.map((one) => (
            <option key={one} value={one}>
              {t(`inbox.status.${one}`)}
            </option>
          ))}
        </select>
      </span>
    </label>
  );
};
