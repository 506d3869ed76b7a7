import { ShieldAlert, Undo2, X } from 'lucide-react';
import type { MouseEvent } from 'react';
import { inWords } from '../../kit/error-note.tsx';
import { useText } from '../../words/messages.ts';
import { shownNotes } from './focus.ts';
import { usePeople } from './people.ts';
import { type MenuOfNotes, useTriage } from './triage.tsx';

const Actions = () => {
  const t = useText();
  const { search, selected, notesOf, act, openMenu } = useTriage();
  const { areKnown } = usePeople();
  const open = (what: MenuOfNotes['what']) => (event: MouseEvent<HTMLElement>) =>
    openMenu({ what, notes: notesOf(selected), anchor: event.currentTarget });
  const isQuarantine = search.status === 'quarantine';
  const Icon = isQuarantine ? Undo2 : ShieldAlert;
  return (
    <>
      <button type="button" className="button" aria-haspopup="menu" onClick={open('status')}>
        {t('inbox.bulk.status')}
      </button>
      {areKnown && (
        <button type="button" className="button" aria-haspopup="menu" onClick={open('assignee')}>
          {t('inbox.bulk.assign')}
        </button>
      )}
      <button
        type="button"
        className="button"
        onClick={() => act(notesOf(selected), { quarantined: !isQuarantine })}
        {...(!isQuarantine && { 'aria-label': t('inbox.bulk.set_aside'), title: t('inbox.bulk.set_aside') })}
      >
        <Icon aria-hidden="true" /> {t(isQuarantine ? 'inbox.release' : 'inbox.bulk.spam')}
      </button>
    </>
  );
};

/** Failed changes with their reasons; these notes stay selected. */
const Failures = () => {
  const t = useText();
  const { failures, forgetFailures } = useTriage();
  if (failures.length === 0) return null;
  return (
    <div className="bulk-failures" role="alert">
      <div className="row spread">
        <strong>{t('inbox.bulk.failed', { count: failures.length })}</strong>
        <button
          type="button"
          className="button quiet icon-only"
          aria-label={t('common.dismiss')}
          onClick={forgetFailures}
        >
          <X aria-hidden="true" />
        </button>
      </div>
      <ul>
        {failures.map(({ note, error }) => (
          <li key={note.id}>
            <span>{note.summary || note.excerpt}</span> <span className="fine">{inWords(error, t).what}</span>
          </li>
        ))}
      </ul>
    </div>
  );
};

export const BulkBar = () => {
  const t = useText();
  const { selected, setSelected, progress, failures } = useTriage();
  const isMany = progress !== undefined && progress.total > 1;
  if (selected.size === 0 && !isMany && failures.length === 0) return null;
  return (
    <section className="bulk-bar" data-bulk aria-label={t('inbox.bulk')}>
      <Failures />
      {isMany ? (
        <div className="row bulk-progress" role="status">
          <progress value={progress.done} max={progress.total} aria-label={t('inbox.bulk')} />
          <span>{t('inbox.bulk.progress', { done: progress.done, total: progress.total })}</span>
        </div>
      ) : (
        selected.size > 0 && (
          <div className="bulk-line">
            <div className="bulk-count">
              <strong role="status">{t('inbox.bulk.selected', { count: selected.size })}</strong>
              <button type="button" className="button quiet" onClick={() => setSelected(new Set(shownNotes()))}>
                {t('inbox.bulk.all')}
              </button>
              <button type="button" className="button quiet" onClick={() => setSelected(new Set())}>
                {t('inbox.bulk.none')}
              </button>
            </div>
            <div className="bulk-actions">
              <Actions />
            </div>
          </div>
        )
      )}
    </section>
  );
};
