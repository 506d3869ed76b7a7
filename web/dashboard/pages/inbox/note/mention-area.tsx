import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { TextArea } from '../../../kit/form.tsx';
import { t } from '../../../words/messages.ts';
import type { Person } from '../matching.ts';

const MAX_SHOWN = 6;
const BEGUN = /(?:^|\s)@([^\s@]{0,30})$/u;

const isBegun = (name: string, query: string): boolean => ` ${name.toLowerCase()}`.includes(` ${query.toLowerCase()}`);

interface Props extends Omit<ComponentProps<typeof TextArea>, 'value' | 'onChange'> {
  people: readonly Person[];
  value: string;
  write: (text: string) => void;
  onMention: (id: string) => void;
}

/** A text field that completes names after an @. */
export const MentionArea = ({ people, value, write, onMention, onKeyDown, ...area }: Props) => {
  const list = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [query, setQuery] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  /** The text that Escape closed the list on. */
  const closed = useRef('');
  const found = query === null ? [] : people.filter(({ name }) => isBegun(name, query)).slice(0, MAX_SHOWN);
  const look = ({ value: text, selectionStart, selectionEnd }: HTMLTextAreaElement) => {
    const isAsked = selectionStart === selectionEnd && text !== closed.current;
    const begun = isAsked ? BEGUN.exec(text.slice(0, selectionStart)) : null;
    setQuery(begun?.[1] ?? null);
    setAt(0);
  };
  const insert = ({ id, name }: Person) => {
    const caret = field.current?.selectionStart ?? value.length;
    const start = caret - (query ?? '').length - 1;
    const text = `@${name} `;
    flushSync(() => {
      write(value.slice(0, start) + text + value.slice(caret));
      onMention(id);
      setQuery(null);
    });
    // A changed value has put the caret at its end; the next key must find it after the name.
    field.current?.setSelectionRange(start + text.length, start + text.length);
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, shiftKey, metaKey, ctrlKey, nativeEvent } = event;
    const chosen = found[at];
    if (!chosen || metaKey || ctrlKey || nativeEvent.isComposing) return onKeyDown?.(event);
    if (key === 'ArrowDown') setAt((at + 1) % found.length);
    else if (key === 'ArrowUp') setAt((at + found.length - 1) % found.length);
    else if (key === 'Enter' || (key === 'Tab' && !shiftKey)) insert(chosen);
    else if (key === 'Escape') {
      closed.current = value;
      setQuery(null);
    } else return onKeyDown?.(event);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="mentions">
      <TextArea
        {...area}
        ref={field}
        value={value}
        onChange={({ target }) => {
          write(target.value);
          look(target);
        }}
        onSelect={({ currentTarget }) => look(currentTarget)}
        onBlur={() => setQuery(null)}
        onKeyDown={press}
        aria-autocomplete="list"
        aria-controls={found.length > 0 ? list : undefined}
        aria-activedescendant={found.length > 0 ? `${list}-${at}` : undefined}
      />
      {found.length > 0 && (
        <div className="mention-list" role="listbox" id={list} aria-label={t('inbox.mention')}>
          {found.map((person, index) => (
            <button
              type="button"
              role="option"
              tabIndex={-1}
              key={person.id}
              id={`${list}-${index}`}
              aria-selected={index === at}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => insert(person)}
            >
              {person.label}
            </button>
          ))}
        </div>
      )}
      <span role="status" className="visually-hidden">
        {found.length > 0 && t('inbox.mention.found', { count: found.length })}
      </span>
    </div>
  );
};
