import './palette.css';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { focusOnMount } from '../kit/focus-on-mount.ts';
import { loadMessages, t } from '../words/messages.ts';
import { type Entry, GROUPS, useEntries } from './palette-entries.ts';

const MOVES: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at + count - 1) % count,
  PageDown: (at, count) => Math.min(count - 1, at + 6),
  PageUp: (at) => Math.max(0, at - 6),
};

interface Props {
  onHelp: () => void;
  onClose: () => void;
}

const Content = ({ onHelp, onClose }: Props) => {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [q, setQ] = useState('');
  const [at, setAt] = useState(0);
  const entries = useEntries(q.trim(), onHelp);
  const current = entries[Math.min(at, entries.length - 1)];
  const idOf = (entry: Entry) => `${id}-${entry.group}-${entry.id}`.replaceAll(/[^\w-]/g, '_');
  const run = (entry: Entry) => {
    onClose();
    void entry.run();
  };
  const shown = current && idOf(current);
  useEffect(() => {
    if (shown) document.getElementById(shown)?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const move = MOVES[event.key];
    if (move && entries.length > 0) {
      event.preventDefault();
      setAt(move(Math.min(at, entries.length - 1), entries.length));
    }
    if (event.key === 'Enter' && current) {
      event.preventDefault();
      run(current);
    }
  };
  return (
    <div className="stack palette">
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={shown}
        aria-autocomplete="list"
        aria-label={t('shell.palette')}
        placeholder={t('palette.placeholder')}
        autoComplete="off"
        spellCheck={false}
        ref={focusOnMount}
        value={q}
        onChange={({ target }) => {
          setQ(target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div className="palette-list" id={`${id}-list`} role="listbox" aria-label={t('shell.palette')} ref={list}>
        {GROUPS.map((group) => {
          const inGroup = entries.filter((entry) => entry.group === group);
          return (
            inGroup.length > 0 && (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
              <div key={group} role="group" aria-label={t(`palette.${group}`)}>
                <p className="fine" aria-hidden="true">
                  {t(`palette.${group}`)}
                </p>
                {inGroup.map((entry) => (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the keys
                  <div
                    key={entry.id}
                    id={idOf(entry)}
                    role="option"
                    tabIndex={-1}
                    aria-selected={entry === current}
                    className="palette-entry"
                    onPointerMove={() => setAt(entries.indexOf(entry))}
                    onClick={() => run(entry)}
                  >
                    <span className="palette-text" dir="auto">
                      {entry.text}
                    </span>
                    {entry.hint && (
                      <span className="fine" dir="auto">
                        {entry.hint}
                      </span>
                    )}
                  </div>
                ))}
              </div>
            )
          );
        })}
      </div>
      <p role="status" className="visually-hidden">
        {t('palette.found', { count: entries.length })}
      </p>
    </div>
  );
};

/** Its texts come with the inbox's. */
export const loadPalette = async () => {
  await loadMessages('inbox');
  return Palette;
};

const Palette = ({ onHelp, onClose }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  // At once: browsers fire 'close' later, when the palette may have been opened again.
  const close = () => {
    dialog.current?.close();
    onClose();
  };
  return (
    <dialog
      ref={dialog}
      className="modal palette-dialog"
      aria-label={t('shell.palette')}
      onCancel={close}
      onClose={() => dialog.current && onClose()}
      onPointerDown={({ target, currentTarget }) => target === currentTarget && close()}
    >
      <Content onHelp={onHelp} onClose={close} />
    </dialog>
  );
};
