import { ShieldAlert, Undo2, X } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Button } from '../../kit/button.tsx';
import { inWords } from '../../kit/states.tsx';
import { t } from '../../words/messages.ts';
import { usePeople } from './data.ts';
import { shownNotes } from './focus.ts';
import { type MenuOfNotes, useTriage } from './triage.tsx';

const Actions = () => {
  const { search, selected, notesOf, act, openMenu } = useTriage();
  const { areKnown } = usePeople();
  const open = (what: MenuOfNotes['what']) => (event: MouseEvent<HTMLElement>) =>
    openMenu({ what, notes: notesOf(selected), anchor: event.currentTarget });
  const isQuarantine = search.status === 'quarantine';
  const setAside = () => act(notesOf(selected), { quarantined: !isQuarantine });
  const words = isQuarantine ? undefined : t('inbox.bulk.set_aside');
  return (
    <div className="row bulk-actions">
      <Button aria-haspopup="menu" onClick={open('status')}>
        {t('inbox.bulk.status')}
      </Button>
      {areKnown && (
        <Button aria-haspopup="menu" onClick={open('assignee')}>
          {t('inbox.bulk.assign')}
        </Button>
      )}
      <Button icon={isQuarantine ? Undo2 : ShieldAlert} onClick={setAside} aria-label={words} title={words}>
        {t(isQuarantine ? 'inbox.release' : 'inbox.bulk.spam')}
      </Button>
    </div>
  );
};

const Failures = () => {
  const { failures, forgetFailures } = useTriage();
  if (failures.length === 0) return null;
  return (
    <div className="bulk-failures" role="alert">
      <div className="row spread">
        <strong>{t('inbox.bulk.failed', { count: failures.length })}</strong>
        <Button look="quiet" icon={X} aria-label={t('common.dismiss')} onClick={forgetFailures} />
      </div>
      <ul>
        {failures.map(({ note, error }) => (
          <li key={note.id}>
            <span>{note.excerpt}</span> <small className="soft">{inWords(error).what}</small>
          </li>
        ))}
      </ul>
    </div>
  );
};

export const BulkBar = () => {
  const { selected, setSelected, progress, failures } = useTriage();
  const isMany = progress !== undefined && progress.total > 1;
  if (selected.size === 0 && !isMany && failures.length === 0) return null;
  return (
    <section className="stack close bulk-bar" data-bulk aria-label={t('inbox.bulk')}>
      <Failures />
      {isMany && (
        <div className="row bulk-progress" role="status">
          <progress value={progress.done} max={progress.total} aria-label={t('inbox.bulk')} />
          <span>{t('inbox.bulk.progress', { done: progress.done, total: progress.total })}</span>
        </div>
      )}
      {!isMany && selected.size > 0 && (
        <div className="row spread bulk-line">
          <div className="row bulk-count">
            <strong role="status">{t('inbox.bulk.selected', { count: selected.size })}</strong>
            <Button look="quiet" onClick={() => setSelected(new Set(shownNotes()))}>
              {t('inbox.bulk.all')}
            </Button>
            <Button look="quiet" onClick={() => setSelected(new Set())}>
              {t('inbox.bulk.none')}
            </Button>
          </div>
          <Actions />
        </div>
      )}
    </section>
  );
};
